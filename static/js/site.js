// What a script adds to pages that work without it.
"use strict";

const words = document.body.dataset;

// A box that narrows a long list of values by what is typed. It stands only where a script can make it work.
for (const whole of document.querySelectorAll("details.whole")) {
  const heading = whole.closest("section").querySelector("h3").firstChild.textContent.trim();
  const box = document.createElement("input");
  box.type = "search";
  box.setAttribute("aria-label", `${heading}: ${words.narrow}`);
  box.placeholder = words.narrow;
  box.autocomplete = "off";
  const rows = [...whole.querySelectorAll("li[data-term]")];
  box.addEventListener("input", () => {
    const typed = box.value.normalize("NFC").trim().toLowerCase();
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(typed) && !row.dataset.term.includes(typed);
    }
  });
  whole.querySelector("summary").after(box);
}

// A button that copies what it is about: the address of the page, or the text of the element it names.
for (const place of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = place.dataset.label || words.copyLabel;
  button.addEventListener("click", async () => {
    const target = place.dataset.copy && document.querySelector(place.dataset.copy);
    await navigator.clipboard.writeText(target ? target.textContent : location.href);
    button.textContent = words.copied;
    setTimeout(() => { button.textContent = place.dataset.label || words.copyLabel; }, 1600);
  });
  place.append(button);
}

// Keys, as an addition: / search, f filters, j and k from case to case, ? help.
const help = document.querySelector("dialog#keys");
const cases = [...document.querySelectorAll(".case-list > li .case h3 a")];
const actions = {
  "/": () => (document.querySelector("#q") || { focus() { location.assign(words.list); } }).focus(),
  f: () => {
    const box = document.querySelector("#show-facets");
    if (box) box.checked = true;
    document.querySelector(".facets a")?.focus();
  },
  j: () => step(1),
  k: () => step(-1),
  n: () => document.querySelector("a[rel~=next]")?.click(),
  p: () => document.querySelector("a[rel~=prev]")?.click(),
  "?": () => help?.showModal(),
};

function step(by) {
  const place = cases.indexOf(document.activeElement);
  const next = cases[Math.min(cases.length - 1, Math.max(0, place < 0 && by < 0 ? 0 : place + by))];
  next?.focus();
  next?.closest("li").scrollIntoView({ block: "start" });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || help?.open) return;
  const action = Object.hasOwn(actions, event.key) && actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

const opener = document.querySelector("[data-opens=keys]");
if (opener && help) {
  opener.hidden = false;
  opener.addEventListener("click", () => help.showModal());
}
