// The board's page: takes the server's events, sends taps, and says when what it shows may be old. Without it the page is whole, and doesn't change.
"use strict";
(() => {
  const body = document.body;
  const notice = document.getElementById("notice");
  const form = document.getElementById("taps");
  const lists = { activity: document.getElementById("activities"), control: document.getElementById("controls") };
  const board = document.getElementById("widgets"), tabs = document.getElementById("tabs");
  // Items that came and have no place yet.
  const coming = new Map();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  // What the page has: the id of the last event. It is of one scheme.
  let since = body.dataset.since;
  let scheme = body.dataset.scheme;
  let source, retry, pause = 1000, staleSince = null, lostSince = null, hiddenSince = null, said = "", saidTimer;

  const wanted = () => (dark.matches ? "dark" : "light");
  const token = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  const time = (date) => new Date(date).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

  function say() {
    const old = staleSince ?? lostSince;
    body.classList.toggle("stale", old !== null);
    const text = said || (lostSince !== null ? `No connection since ${time(lostSince)}. Trying again…`
      : staleSince !== null ? `The widgets' daemon is away since ${time(staleSince)}.` : "");
    if (notice.textContent === text) return;
    notice.replaceChildren(...(text ? [Object.assign(document.createElement("span"), { textContent: text })] : []));
  }

  function tell(text) {
    said = text;
    clearTimeout(saidTimer);
    saidTimer = setTimeout(() => { said = ""; say(); }, 4000);
    say();
  }

  // What has the focus, in words that outlive its element.
  function focused(within) {
    const active = document.activeElement;
    if (!active || !within.contains(active)) return null;
    return { value: active.value?.replace(/\/(on|off)$/, ""), href: active.getAttribute("href"), index: [...within.querySelectorAll("button, a")].indexOf(active) };
  }

  function refocus(within, was) {
    const all = [...within.querySelectorAll("button, a")];
    const same = all.find((e) => was.value ? e.value?.replace(/\/(on|off)$/, "") === was.value : e.getAttribute("href") === was.href);
    (same ?? all[Math.max(0, was.index)] ?? all[0])?.focus({ preventScroll: true });
  }

  function put(html, motion, elapsed) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const made = template.content.firstElementChild;
    const old = document.getElementById(made.id);
    const was = old && focused(old);
    if (old) old.replaceWith(made); else coming.set(made.id, made);
    if (was) refocus(made, was);
    if (motion) play(motion, elapsed);
  }

  // The server says how long ago the change was: a page that hears of it late goes on from there. What goes stays until the last animation is over.
  function play({ curves, all, gone }, elapsed) {
    let end = 0;
    for (const { e, t, k, d, c, w = 0 } of still.matches ? [] : all) {
      const element = document.getElementById(e);
      for (const target of !element ? [] : t ? element.querySelectorAll(t) : [element]) {
        target.animate(k, { duration: d, delay: w, easing: curves[c], fill: "backwards" }).currentTime = elapsed;
        end = Math.max(end, d + w);
      }
    }
    const leaving = gone.map((id) => document.getElementById(id)).filter((element) => element);
    if (end <= elapsed) for (const element of leaving) element.remove();
    else setTimeout(() => { for (const element of leaving) element.remove(); }, end - elapsed);
  }

  const made = (name, fields, ...children) => { const e = Object.assign(document.createElement(name), fields); e.append(...children); return e; };

  function fill(list, elements) {
    const keep = new Set(elements);
    for (const child of [...list.children]) if (!keep.has(child)) child.remove();
    elements.forEach((element, index) => {
      if (list.children[index] === element) return;
      const was = focused(element);
      list.insertBefore(element, list.children[index] ?? null);
      if (was) refocus(element, was);
    });
  }

  const top = (list, card) => list.scrollTo({ top: card ? card.offsetTop - list.firstElementChild.offsetTop : 0, behavior: still.matches ? "auto" : "smooth" });
  // The card of a stack, or the page of the board, that is in sight.
  const seen = (list, along, size) => Math.round(list[along] / list[size]);

  function mark(stack) {
    const at = seen(stack.firstElementChild, "scrollTop", "clientHeight");
    [...stack.lastElementChild.children].forEach((dot, index) => { dot.className = index === at ? "on" : ""; });
  }

  // Where another card is of most use than before, that one comes to sight; otherwise the same as before stays.
  function stack({ id, shape, cards }, element) {
    const whole = element(id) ?? made("li", { id }, made("ul"), made("p", { className: "dots", ariaHidden: "true" }));
    whole.className = `stack ${shape}`;
    const [list, dots] = whole.children;
    const first = list.firstElementChild, shown = list.children[list.clientHeight ? seen(list, "scrollTop", "clientHeight") : 0];
    fill(list, cards.map(element).filter((e) => e));
    dots.replaceChildren(...cards.map(() => document.createElement("i")));
    if (first && list.firstElementChild !== first) top(list);
    else if (shown?.parentNode === list) list.scrollTop = shown.offsetTop - list.firstElementChild.offsetTop;
    return whole;
  }

  function markPage() {
    const at = seen(board, "scrollLeft", "clientWidth");
    [...tabs.children].forEach((tab, index) => tab.toggleAttribute("aria-current", index === Math.abs(at)));
  }

  function markAll() {
    for (const whole of document.querySelectorAll(".stack")) mark(whole);
    markPage();
  }

  function arrange({ activity, pages, control }) {
    // Found before anything is taken away: an item may go to another page.
    const known = new Map([...document.querySelectorAll("main li")].map((e) => [e.id, e]));
    const element = (id) => coming.get(id) ?? known.get(id);
    const find = (ids) => ids.map(element).filter((e) => e);
    const parts = pages.map((page) => page.map((place) => typeof place === "string" ? element(place) : stack(place, element)).filter((e) => e));
    fill(lists.activity, find(activity));
    fill(lists.control, find(control));
    while (board.children.length < pages.length) board.append(made("ul", { className: "page", id: `page-${board.children.length + 1}` }));
    parts.forEach((part, index) => fill(board.children[index], part));
    while (board.children.length > pages.length) board.lastElementChild.remove();
    const count = pages.length > 1 ? pages.length : 0;
    while (tabs.children.length > count) tabs.lastElementChild.remove();
    while (tabs.children.length < count) {
      const number = tabs.children.length + 1;
      tabs.append(made("a", { href: `#page-${number}`, ariaLabel: `Page ${number}` }));
    }
    coming.clear();
    markAll();
  }

  // Scrolling doesn't bubble.
  document.addEventListener("scroll", ({ target }) => {
    if (target === board) markPage();
    else if (target.parentNode?.classList?.contains("stack")) mark(target.parentNode);
  }, true);
  tabs.addEventListener("click", (event) => {
    const page = document.getElementById(event.target.hash?.slice(1));
    if (!page) return;
    event.preventDefault();
    board.scrollTo({ left: page.offsetLeft - board.firstElementChild.offsetLeft, behavior: still.matches ? "auto" : "smooth" });
  });

  function connect() {
    clearTimeout(retry);
    source?.close();
    if (scheme !== wanted()) { scheme = wanted(); since = ""; }
    document.cookie = `scheme=${scheme}; SameSite=Strict; Path=/; Max-Age=31536000`;
    const stream = source = new EventSource(`/events?scheme=${scheme}&since=${encodeURIComponent(since)}`);
    stream.onopen = () => { pause = 1000; lostSince = null; say(); };
    for (const kind of ["activity", "widget", "card", "control"]) {
      stream.addEventListener(kind, (event) => {
        const data = JSON.parse(event.data);
        put(data.html, data.motion, data.elapsed);
        since = event.lastEventId;
      });
    }
    stream.addEventListener("order", (event) => { arrange(JSON.parse(event.data)); since = event.lastEventId; });
    stream.addEventListener("stale", (event) => { staleSince = JSON.parse(event.data).since; say(); });
    stream.onerror = () => {
      const isRefused = stream.readyState === EventSource.CLOSED;
      stream.close();
      if (stream !== source) return;
      source = null;
      lostSince ??= Date.now();
      say();
      // The server has answered something else, and an event source doesn't tell what: perhaps that this browser isn't paired any more.
      if (isRefused) fetch("/", { cache: "no-store" }).then((answer) => { if (answer.status === 401) location.reload(); }, () => {});
      // Not all browsers of a house at the same moment.
      retry = setTimeout(connect, pause * (0.5 + Math.random()));
      pause = Math.min(pause * 2, 30000);
    };
  }

  // A screen that nobody sees for a while needs no events; when it is seen again it gets what changed.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiddenSince);
    if (document.hidden) hiddenSince = setTimeout(() => { source?.close(); source = null; clearTimeout(retry); }, 60000);
    else if (!source) connect();
  });
  addEventListener("online", connect);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  dark.addEventListener("change", connect);

  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button?.value) return;
    event.preventDefault();
    if (button.classList.contains("busy")) return;
    button.classList.add("busy");
    const data = new URLSearchParams({ form: form.elements.form.value, key: token(), tap: button.value });
    try {
      const response = await fetch("/tap", { method: "POST", body: data, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(65000) });
      const type = response.headers.get("Content-Type") ?? "";
      const answer = type.startsWith("application/json") ? await response.json()
        : { done: false, message: response.status === 401 ? "This browser isn't paired any more." : "That wasn't accepted. Load the board again." };
      if (!answer.done || answer.message !== "Done.") tell(answer.message);
      if (answer.open) open(answer.open, "_blank", "noopener,noreferrer");
    } catch {
      tell("The board can't be reached; nothing is known of that tap.");
    }
    button.classList.remove("busy");
  });

  // Alerts go through the browser's own push service to the worker, also while no page is open.
  async function offerAlerts() {
    const button = document.getElementById("alerts");
    if (!button || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
    const worker = await navigator.serviceWorker.register("/worker.js");
    const send = async (subscription) => {
      const { endpoint, keys } = subscription?.toJSON() ?? {};
      const fields = endpoint ? { endpoint, ...keys } : {};
      const response = await fetch("/alerts", { method: "POST", body: new URLSearchParams({ form: form.elements.form.value, ...fields }) });
      const answer = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : { message: "That wasn't accepted. Load the board again." };
      if (!answer.done) throw new Error(answer.message);
    };
    const show = (on) => button.setAttribute("aria-pressed", on);
    let subscription = await worker.pushManager.getSubscription();
    // The server may have forgotten it, or the browser.
    if ((subscription !== null) !== (button.getAttribute("aria-pressed") === "true")) await send(subscription).catch(() => {});
    show(subscription !== null);
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        if (subscription) {
          await send(null);
          await subscription.unsubscribe();
          subscription = null;
        } else if (await Notification.requestPermission() === "granted") {
          const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: button.dataset.key });
          await send(made).catch(async (error) => { await made.unsubscribe(); throw error; });
          subscription = made;
        } else {
          tell("This browser doesn't allow the board to show alerts.");
        }
        show(subscription !== null);
      } catch (error) {
        tell(`Alerts can't be changed: ${error.message}`);
      }
      button.disabled = false;
    });
  }

  // Arrow keys go to the next thing in that direction.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...document.querySelectorAll("main button:not([disabled]), main a")];
    const from = document.activeElement;
    if (!all.includes(from)) { all[0]?.focus(); return; }
    const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const [x, y] = middle(from);
    let best, least = Infinity;
    for (const other of all) {
      if (other === from) continue;
      const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
      const along = dx * step[0] + dy * step[1], aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
      if (along > 4 && along + 2 * aside < least) { best = other; least = along + 2 * aside; }
    }
    if (best) { event.preventDefault(); best.focus(); best.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" }); }
  });

  markAll();
  connect();
  offerAlerts().catch(() => {});
})();
