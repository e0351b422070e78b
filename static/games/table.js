/* The table's page with script: picks and deeds swap the table in place, keys press the same controls, and while
   waiting the page asks whether anything has changed: soon after a change, then ever more rarely, at last every half
   minute. Without this file every link and form works. */
(function () {
  "use strict";
  const SOON = 2000;
  const EVERY = 30000;
  const root = () => document.getElementById("table");
  if (!root() || !window.htmx) return;

  /* ---- swapping ---- */
  let wanted = null; // what gets the focus after a swap

  function load(method, url, values) {
    const table = root();
    table.setAttribute("aria-busy", "true");
    return htmx.ajax(method, url, { target: "#table", swap: "outerHTML show:none", source: table, values });
  }

  function remember(element) {
    const keep = element.closest("[data-keep], [data-square]");
    wanted = keep
      ? keep.dataset.square ? `[data-square="${keep.dataset.square}"]` : `[data-keep="${keep.dataset.keep}"]`
      : "";
  }

  function mine(link) {
    const href = link.getAttribute("href") || "";
    if (href.startsWith("#") || link.hasAttribute("download")) return "";
    const url = new URL(href, location.href);
    const here = new URL(location.href);
    return url.origin === here.origin && url.pathname === here.pathname && link.closest(".play, .halves, .jump, .walk-nav") ? url.pathname + url.search : "";
  }

  document.addEventListener("click", function (event) {
    const why = event.target.closest("[data-why]");
    if (why) return tell(why.dataset.why);
    const link = event.target.closest("#table a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = mine(link);
    if (!url) return;
    event.preventDefault();
    remember(link);
    load("GET", url);
  });

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (!form.closest("#table") || form.method !== "post" || event.defaultPrevented) return;
    event.preventDefault();
    wanted = null;
    load("POST", form.action, Object.fromEntries(new FormData(form)));
  });

  document.body.addEventListener("htmx:afterSettle", function (event) {
    const table = root();
    if (!table || !event.detail.target || event.detail.target.id !== "table") return;
    document.title = table.dataset.title + " · " + document.title.split(" · ").pop();
    focusAfter(table);
    board();
    schedule();
  });

  function focusAfter(table) {
    const alert = table.querySelector("[role=alert]");
    const kept = wanted && table.querySelector(wanted);
    const goal = alert || kept || table.querySelector("#step-now") || table.querySelector("#h1");
    if (goal) goal.focus({ preventScroll: !alert });
    wanted = null;
  }

  function tell(text) {
    const place = document.getElementById("said");
    if (!place || !text) return;
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = text;
    place.replaceChildren(note);
  }

  /* ---- is there anything new? ---- */
  let timer = null;
  let pause = SOON;
  function schedule(after) {
    clearTimeout(timer);
    pause = Math.min(after || SOON, EVERY);
    if (root().dataset.live) timer = setTimeout(ask, pause);
  }

  async function ask() {
    const table = root();
    if (document.hidden) return; // asked again when the tab is looked at
    try {
      const answer = await fetch(table.dataset.now, {
        headers: { "HX-Request": "true", "If-None-Match": table.dataset.etag },
        credentials: "same-origin",
        cache: "no-store",
      });
      if (root() !== table) return; // the reader was faster
      const away = answer.headers.get("HX-Redirect");
      if (away) return void location.assign(away);
      const known = table.dataset.etag;
      if (answer.status === 200) arrive(await answer.text());
      if (root() !== table || table.dataset.etag !== known) return schedule();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // no connection: the next round asks again
    }
    schedule(pause * 2);
  }

  function arrive(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    const table = root();
    if (!fresh || !table || fresh.dataset.etag === table.dataset.etag) return;
    if (busy(table)) return announce(table, fresh.dataset.etag);
    const open = [...table.querySelectorAll("details[open][id]")].map((part) => part.id);
    const yours = fresh.dataset.asked && !table.dataset.asked;
    const at = document.activeElement && document.activeElement.id;
    table.replaceWith(fresh);
    htmx.process(fresh);
    open.forEach((id) => { const part = document.getElementById(id); if (part) part.open = true; });
    if (at && document.getElementById(at)) document.getElementById(at).focus({ preventScroll: true });
    document.title = fresh.dataset.title + " · " + document.title.split(" · ").pop();
    tell(yours ? fresh.dataset.yourTurn : fresh.dataset.changed);
    board();
  }

  /* A half-made choice, or a control in use, is never swapped away. */
  function busy(table) {
    const choosing = table.dataset.choice || new URL(location.href).searchParams.get("step");
    const inside = document.activeElement && document.activeElement.closest && document.activeElement.closest("#turn, #mountain");
    return Boolean(choosing || (inside && table.dataset.asked));
  }

  function announce(table, etag) {
    const strip = document.getElementById("changed");
    table.dataset.etag = etag;
    if (!strip) return;
    const link = document.createElement("a");
    link.href = location.pathname;
    link.className = "btn small";
    link.textContent = table.dataset.look;
    strip.replaceChildren(document.createTextNode(table.dataset.changed + " "), link);
    strip.hidden = false;
    tell(table.dataset.changed);
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) ask(); });

  /* ---- keys ---- */
  const PARTS = { t: "#step-now, .quiet-turn #turn-h", b: "#board-h", h: "#horde-h", m: "#mine-h", l: "#log-h" };
  document.addEventListener("keydown", function (event) {
    const at = event.target;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("input, textarea, select, [contenteditable]")) return;
    if (arrows(event)) return;
    if (!root().dataset.keys) return;
    if (PARTS[event.key]) return go(event, document.querySelector(PARTS[event.key]));
    if (/^[1-5]$/.test(event.key)) {
      const step = document.querySelector(`[data-step="${event.key}"]`);
      if (step) press(event, step);
    } else if (event.key === "u" || event.key === "c") {
      go(event, shown(`[data-key="${event.key}"]`));
    } else if (["r", "f", "[", "]"].includes(event.key)) {
      const control = shown(`a[data-key="${event.key}"]`);
      if (control) press(event, control);
      else if (event.key === "[" || event.key === "]") step(event, event.key === "]" ? 1 : -1);
    } else if (event.key === "n" || event.key === "?") {
      const link = document.querySelector(event.key === "n" ? ".topbar .waiting" : '.foot a[href*="keys"]');
      if (link) press(event, link);
    }
  });

  const shown = (selector) => [...document.querySelectorAll(selector)].find((part) => part.getClientRects().length);

  function go(event, part) {
    if (!part) return;
    event.preventDefault();
    part.focus();
    part.scrollIntoView({ block: "nearest" });
  }

  function press(event, part) {
    event.preventDefault();
    part.click();
  }

  function step(event, by) {
    const places = [...document.querySelectorAll('a[data-nav="spot"]')];
    if (!places.length) return;
    const now = places.findIndex((part) => part.getAttribute("aria-current"));
    press(event, places[(now + by + places.length) % places.length]);
  }

  /* ---- the board is one stop of Tab; arrows move among what may be pressed ---- */
  const squares = () => [...document.querySelectorAll("#mountain a[data-square]")];

  function board() {
    const all = squares();
    const now = all.find((part) => part.querySelector(".on")) || all[0];
    all.forEach((part) => part.setAttribute("tabindex", part === now ? "0" : "-1"));
  }

  function spot(part) {
    const found = /^([A-Z]+)(\d+)$/.exec(part.dataset.square);
    const column = [...found[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    return [column, Number(found[2])];
  }

  function arrows(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    const here = event.target.closest && event.target.closest("#mountain a[data-square]");
    if (!way || !here) return false;
    const [x, y] = spot(here);
    let best = null;
    for (const part of squares()) {
      const [a, b] = spot(part);
      const ahead = (a - x) * way[0] + (b - y) * way[1];
      const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      if (ahead > 0 && (!best || ahead + aside * 3 < best.far)) best = { part, far: ahead + aside * 3 };
    }
    event.preventDefault();
    if (best) {
      here.setAttribute("tabindex", "-1");
      best.part.setAttribute("tabindex", "0");
      best.part.focus();
    }
    return true;
  }

  document.addEventListener("keydown", function (event) {
    const link = event.target.closest && event.target.closest("#mountain a");
    if (link && event.key === " ") {
      event.preventDefault();
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });

  board();
  schedule();
})();
