// A player's page on a phone's home screen: what shows without a connection is kept by a service worker, and this phone is
// told when its player is called, if the player taps for it.
//
// [data-outbox-of][data-epoch]   the player whose page it is; the worker answers for no other page
// p.calls                        made here, behind it: one button. Without push, or when the event is over, there is none
(function () {
  "use strict";
  const my = document.querySelector("[data-outbox-of]");
  if (!my || !navigator.serviceWorker) return;
  const own = "/my/" + my.dataset.outboxOf + "/", KEPT = "barpoint-calls-" + my.dataset.outboxOf;
  const epoch = () => my.dataset.epoch || "-";
  let registration = null, state = null, place = null;

  // A phone may store nothing: then it is only not known in which memory it was told to.
  function remember(value) {
    try {
      if (value) localStorage.setItem(KEPT, value);
      else localStorage.removeItem(KEPT);
    } catch (error) { /* as it is */ }
  }
  function remembered() {
    try { return localStorage.getItem(KEPT); } catch (error) { return null; }
  }

  async function ask(values) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const options = { headers: { Accept: "application/json" }, cache: "no-store", redirect: "error" };
    const body = values && new URLSearchParams({ csrfmiddlewaretoken: token, ...values });
    const answer = await fetch(own + "calls/", body ? { ...options, method: "POST", body } : options);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  async function post(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    state = await ask({ address: endpoint, key: keys.p256dh, secret: keys.auth });
    remember(epoch());
  }

  async function turnOn() {
    if (await Notification.requestPermission() !== "granted") return state.words.blocked;
    const old = await registration.pushManager.getSubscription();
    if (old) await old.unsubscribe();
    await post(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: state.key }));
    return "";
  }

  async function turnOff() {
    state = await ask({ do: "off" });
    remember(null);
    const subscription = await registration.pushManager.getSubscription();
    if (subscription) await subscription.unsubscribe();
    return "";
  }

  async function change(act) {
    let problem;
    place.querySelector("button").disabled = true;
    try { problem = await act(); } catch (error) { problem = state.words.failed; }
    show(problem);
  }

  function show(problem) {
    const { words, on } = state, text = problem || (on ? words.on : "");
    const button = document.createElement("button"), line = document.createElement("span");
    button.type = "button";
    button.textContent = on ? words.stop : words.tell;
    button.className = on ? "link" : "";
    button.addEventListener("click", () => change(on ? turnOff : turnOn));
    line.textContent = text;
    line.setAttribute("role", "status");
    place.replaceChildren(...(text ? [line, button] : [button]));
  }

  // After a restore the memory may lack what this phone was told to do; after anything else it is off.
  async function settle() {
    const subscription = await registration.pushManager.getSubscription();
    if (state.on && !subscription) state = await ask({ do: "off" });
    else if (!state.on && subscription) {
      const before = remembered();
      if (before && before !== epoch()) await post(subscription);
      else await subscription.unsubscribe();
    }
  }

  // Named here and not by the page, whose first view is to weigh little.
  function nameManifest() {
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = own + "app.webmanifest";
    document.head.append(link);
  }

  async function begin() {
    registration = await navigator.serviceWorker.register(own + "worker.js", { scope: own });
    if (!window.PushManager || !window.Notification) return;
    await navigator.serviceWorker.ready;
    state = await ask();
    await settle();
    place = document.createElement("p");
    place.className = "calls actions";
    my.after(place);
    show("");
  }

  nameManifest();
  // Where a browser forbids it, the page works as it does without.
  begin().catch(() => {});
})();
