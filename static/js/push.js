/* "Notify this device": signs this browser up for web push, and off. The button is there only where it can work; each
   other case is said in a sentence that the page brought along (data-say-…). Signing up posts the form of the page. */
(function () {
  "use strict";
  const form = document.querySelector("form[data-push]");
  if (!form) return;
  const on = form.querySelector("[data-push-on]");
  const off = form.querySelector("[data-push-off]");
  const line = form.querySelector("[data-push-line]");
  const key = form.dataset.push;

  function say(state) {
    line.textContent = form.dataset["say" + state] || "";
    on.hidden = state !== "Off" && state !== "Failed";
    off.hidden = state !== "On";
  }

  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "="));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  }

  function text(buffer) {
    const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  function device() {
    const agent = navigator.userAgent;
    const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name)) || "";
    const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((name) => agent.includes(name)) || "";
    return [{ Edg: "Edge", OPR: "Opera" }[browser] || browser, system].filter(Boolean).join(", ");
  }

  function sameKey(subscription) {
    const used = subscription.options && subscription.options.applicationServerKey;
    return !used || text(used) === key;
  }

  async function present() {
    const worker = await navigator.serviceWorker.getRegistration("/");
    return worker ? worker.pushManager.getSubscription() : null;
  }

  async function show() {
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return say("None");
    if (Notification.permission === "denied") return say("Denied");
    const found = await present();
    const known = found && sameKey(found) && form.dataset.known.split(" ").includes(await digest(found.endpoint));
    say(known ? "On" : "Off");
  }

  async function digest(endpoint) {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
    return text(hash).slice(0, 22);
  }

  async function signUp() {
    if (await Notification.requestPermission() !== "granted") return show();
    say("Busy");
    await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
    const worker = await navigator.serviceWorker.ready;
    const old = await worker.pushManager.getSubscription();
    if (old && !sameKey(old)) await old.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    form.elements.endpoint.value = made.endpoint;
    form.elements.p256dh.value = text(made.getKey("p256dh"));
    form.elements.auth.value = text(made.getKey("auth"));
    form.elements.label.value = device();
    form.submit();
  }

  async function signOff() {
    const found = await present();
    if (!found) return show();
    form.elements.endpoint.value = found.endpoint;
    await found.unsubscribe();
    form.action = form.dataset.away;
    form.submit();
  }

  on.addEventListener("click", () => signUp().catch(() => say("Failed")));
  off.addEventListener("click", () => signOff().catch(() => say("Failed")));
  show().catch(() => say("None"));
})();
