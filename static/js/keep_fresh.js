// Fetches a part of a page again: when something changed (stream.js), and every few seconds while no stream is open.
//
// barpoint.keepFresh(fetchPart, onFailure)  `fetchPart(signal, isOwn)` fetches and shows the part, and throws when nothing
//                       answers; `onFailure(failures)` says how many times running. Returns:
//   refresh(isOwn)      at once. `isOwn`: something was done here; what is on its way is then out of date and dropped
//   noteAction()        something was done here: the same, without a hurry
//
// One request at a time. What changes while it is on its way may be missing in its answer, and is fetched after it.
window.barpoint = window.barpoint || {};
window.barpoint.keepFresh = function (fetchPart, onFailure) {
  "use strict";
  const POLL = 4000, POLL_WITH_STREAM = 30000, AFTER_CHANGE = 200, TIMEOUT = 8000;
  let request = null, timer = 0, failures = 0, isStreamOpen = false, isNewsWaiting = false;

  async function refresh(isOwn) {
    if (request && !isOwn) { isNewsWaiting = true; return; }
    clearTimeout(timer);
    drop();
    if (!isOwn && document.hidden) return refreshIn(POLL);
    const own = new AbortController(), timeout = setTimeout(() => own.abort(), TIMEOUT);
    request = own;
    isNewsWaiting = false;
    let isAnswered = false;
    try {
      await fetchPart(own.signal, isOwn);
      isAnswered = true;
    } catch (error) {
      isAnswered = false;
    }
    clearTimeout(timeout);
    if (request !== own) return;
    request = null;
    failures = isAnswered ? 0 : failures + 1;
    if (!isAnswered) onFailure(failures);
    refreshIn(isNewsWaiting ? AFTER_CHANGE : isStreamOpen && !failures ? POLL_WITH_STREAM : POLL);
  }

  function drop() {
    const dropped = request;
    request = null;
    if (dropped) dropped.abort();
    return dropped !== null;
  }

  function refreshIn(pause) {
    clearTimeout(timer);
    timer = setTimeout(() => refresh(false), pause + Math.random() * Math.min(pause, 1000));
  }

  function refreshSoon() {
    if (request) isNewsWaiting = true;
    else refreshIn(AFTER_CHANGE);
  }

  document.addEventListener("stream:changed", refreshSoon);
  document.addEventListener("stream:open", () => { isStreamOpen = true; });
  document.addEventListener("stream:closed", () => { isStreamOpen = false; if (!request) refreshIn(POLL); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(false); });
  window.addEventListener("online", () => refresh(false));
  refreshIn(POLL);

  return { refresh, noteAction: () => { if (drop()) refreshIn(AFTER_CHANGE); } };
};
