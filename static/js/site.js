// What a script adds to pages that work without it.
"use strict";

// A box that narrows a long list of values by what is typed. It stands only where a script can make it work.
for (const whole of document.querySelectorAll("details.whole")) {
  const heading = whole.closest("section").querySelector("h3").firstChild.textContent.trim();
  const box = document.createElement("input");
  box.type = "search";
  box.setAttribute("aria-label", `${heading}: ${document.body.dataset.narrow}`);
  box.placeholder = document.body.dataset.narrow;
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
