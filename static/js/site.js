/* What script adds to pages that work without it: it never decides anything and never stores a move.
   - the browser's time zone as a suggestion (cookie "zone", field data-zone-guess)
   - a line at the top while there is no connection, and a sentence when the server failed
   - "Sending…" on a button whose form has been under way for 300 ms, and no second press of it
   - no polling in a hidden tab
   - the menu closes on Escape and on a press outside; the language of the menu is HTML's own <details> */
(function () {
  "use strict";
  const words = document.body.dataset;

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  if (zone && !document.cookie.includes("zone=" + encodeURIComponent(zone))) {
    const safe = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = "zone=" + encodeURIComponent(zone) + "; path=/; max-age=31536000; SameSite=Lax" + safe;
  }
  for (const field of document.querySelectorAll("[data-zone-guess]")) {
    if (!field.value || field.dataset.zoneGuess === "always") {
      const found = [...(field.options || [])].some((option) => option.value === zone);
      if (found || !field.options) field.value = zone;
    }
  }
  for (const hint of document.querySelectorAll("[data-zone-hint]")) {
    const select = document.getElementById(hint.dataset.zoneHint);
    if (select && zone && select.value !== zone && [...select.options].some((o) => o.value === zone)) {
      hint.hidden = false;
      hint.querySelector("button").addEventListener("click", function () {
        select.value = zone;
        hint.hidden = true;
        select.focus();
      });
      hint.querySelector("[data-zone-name]").textContent = zone.replaceAll("_", " ");
    }
  }

  let toast = null;
  function say(text) {
    if (!toast) {
      toast = document.createElement("div");
      toast.className = "toast";
      toast.setAttribute("role", "status");
      document.body.prepend(toast);
    }
    toast.textContent = text;
    toast.hidden = !text;
  }
  window.addEventListener("offline", () => say(words.offline));
  window.addEventListener("online", () => say(""));
  if (!navigator.onLine) say(words.offline);
  document.body.addEventListener("htmx:sendError", () => say(words.offline));
  document.body.addEventListener("htmx:responseError", (event) => {
    const answer = event.detail.xhr;
    if (answer.status >= 500) say(words.failed);
  });
  document.body.addEventListener("htmx:beforeSwap", () => say(""));
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const polled = event.detail.requestConfig.triggeringEvent === undefined && event.detail.elt.matches("[data-poll]");
    if (document.hidden && polled) event.preventDefault();
  });

  const busy = new Map();
  function begin(button) {
    if (!button || busy.has(button)) return;
    const label = button.innerHTML;
    const timer = setTimeout(function () {
      button.textContent = words.sending;
      button.setAttribute("aria-disabled", "true");
    }, 300);
    busy.set(button, { label, timer });
  }
  function end(button) {
    const kept = busy.get(button);
    if (!kept) return;
    clearTimeout(kept.timer);
    busy.delete(button);
    if (button.isConnected) {
      button.innerHTML = kept.label;
      button.removeAttribute("aria-disabled");
    }
  }
  document.addEventListener("submit", function (event) {
    const button = event.submitter;
    if (event.target.method !== "post" || !button) return;
    if (busy.has(button)) event.preventDefault();
    else begin(button);
  });
  document.body.addEventListener("htmx:afterRequest", () => [...busy.keys()].forEach(end));
  window.addEventListener("pageshow", (event) => { if (event.persisted) [...busy.keys()].forEach(end); });

  document.addEventListener("keydown", function (event) {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", function (event) {
    for (const open of document.querySelectorAll("details.menu[open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
  });
})();
