// What a script adds to the graph: what belongs together lights up, and nodes can be dragged out of the way.
"use strict";

const svg = document.querySelector("svg.graph");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

if (svg) {
  const nodes = [...svg.querySelectorAll(".node")].map((element) => {
    const [x, y] = element.getAttribute("transform").match(/[\d.]+/g).map(Number);
    const rect = element.querySelector("rect");
    return { element, x, y, home: { x, y }, width: rect.width.baseVal.value, height: rect.height.baseVal.value };
  });
  const links = [...svg.querySelectorAll(".line")].map((element) => {
    const [source, target] = element.dataset.ends.split(" ").map(Number);
    const [, from, to] = element.getAttribute("d").match(/^M\S+ (\S+)C.* (\S+)$/).map(Number);
    // Where the line begins on the side of either box does not change when the boxes move.
    const [left, right] = nodes[source].x < nodes[target].x ? [source, target] : [target, source];
    return { element, source, target, left, right, start: from - nodes[left].y, end: to - nodes[right].y };
  });
  light(nodes, links);
  if (window.d3?.forceSimulation) loosen(nodes, links);
}

// A node under the pointer or with the focus shows its lines and what is at their other ends.
function light(nodes, links) {
  const show = (place) => {
    const near = new Set([place]);
    for (const link of links) {
      const touches = link.source === place || link.target === place;
      link.element.classList.toggle("near", touches);
      if (touches) near.add(link.source).add(link.target);
    }
    nodes.forEach(({ element }, number) => element.classList.toggle("near", near.has(number)));
    svg.classList.add("lit");
  };
  const hide = () => svg.classList.remove("lit");
  nodes.forEach(({ element }, place) => {
    element.addEventListener("pointerenter", () => show(place));
    element.addEventListener("pointerleave", hide);
    element.addEventListener("focus", () => show(place));
    element.addEventListener("blur", hide);
  });
}

// Dragging: the others make room and stay in their columns. With reduced motion they do so at once.
function loosen(nodes, links) {
  const simulation = d3.forceSimulation(nodes)
    .force("x", d3.forceX((node) => node.home.x).strength(.25))
    .force("y", d3.forceY((node) => node.home.y).strength(.06))
    .force("room", makeRoom)
    .alphaDecay(.06)
    .on("tick", draw)
    .stop();
  const back = putBackButton(() => {
    for (const node of nodes) Object.assign(node, node.home, { vx: 0, vy: 0, fx: null, fy: null });
    simulation.stop();
    draw();
    back.hidden = true;
  });
  let held = null;

  svg.classList.add("loose");
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  for (const node of nodes) {
    node.element.addEventListener("pointerdown", (event) => {
      if (event.button || event.pointerType === "touch") return; // a finger scrolls
      held = { node, moved: false, at: place(event), x: node.x, y: node.y };
    });
  }
  window.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { x, y } = place(event);
    if (!held.moved && Math.hypot(x - held.at.x, y - held.at.y) < 5) return;
    held.moved = true;
    svg.classList.add("held");
    back.hidden = false;
    held.node.fx = held.x + x - held.at.x;
    held.node.fy = held.y + y - held.at.y;
    if (calm.matches) {
      Object.assign(held.node, { x: held.node.fx, y: held.node.fy });
      draw();
    } else {
      simulation.alpha(.4).restart();
    }
  });
  window.addEventListener("pointerup", () => {
    if (!held?.moved) { held = null; return; }
    svg.classList.remove("held");
    // The click that ends a drag is not a click on the link.
    const stop = (event) => event.preventDefault();
    svg.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => svg.removeEventListener("click", stop, { capture: true }));
    if (calm.matches) {
      simulation.alpha(.4).stop().tick(60);
      draw();
    }
    held = null;
  });

  function place(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  // Boxes that overlap move apart, up and down.
  function makeRoom() {
    for (const [number, one] of nodes.entries()) {
      for (const other of nodes.slice(number + 1)) {
        if (Math.abs(one.x - other.x) > Math.max(one.width, other.width)) continue;
        const middles = other.y + other.height / 2 - one.y - one.height / 2;
        const overlap = (one.height + other.height) / 2 + 6 - Math.abs(middles);
        if (overlap <= 0) continue;
        const push = Math.sign(middles || 1) * overlap * .4;
        one.vy -= push;
        other.vy += push;
      }
    }
  }

  function draw() {
    for (const { element, x, y } of nodes) element.setAttribute("transform", `translate(${x} ${y})`);
    for (const { element, left, right, start, end } of links) {
      const [one, other] = [nodes[left], nodes[right]];
      const [x, y, toX, toY] = [one.x + one.width, one.y + start, other.x, other.y + end];
      const half = (x + toX) / 2;
      element.setAttribute("d", `M${x} ${y}C${half} ${y} ${half} ${toY} ${toX} ${toY}`);
    }
  }
}

function putBackButton(act) {
  const button = document.createElement("button");
  button.type = "button";
  button.hidden = true;
  button.textContent = svg.dataset.back;
  button.addEventListener("click", act);
  document.querySelector(".graph-tools")?.append(button);
  return button;
}
