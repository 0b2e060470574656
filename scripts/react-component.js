'use client';
// Components of React 19 for custom elements. Where React takes over HTML that a server has made, it neither sets the properties of
// custom elements nor listens to their events (facebook/react#35446). These components do both themselves.
import { createElement, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/**
 * Makes a component of the element `name`, which `load` defines. What it is given of `properties` and `events` goes to the element,
 * the rest to React. A listener is named like its event, with `on` in front.
 */
export function component(name, load, properties, events) {
  const eventOf = new Map(events.map((event) => [`on${event}`, event]));
  const isOwn = (key) => eventOf.has(key) || properties.includes(key);
  return function Component({ ref, ...props }) {
    const element = useRef(null);
    const before = useRef({});
    const own = Object.fromEntries(Object.entries(props).filter(([key]) => isOwn(key)));
    const others = Object.fromEntries(Object.entries(props).filter(([key]) => !isOwn(key)));
    useImperativeHandle(ref, () => element.current, []);
    useLayoutEffect(() => {
      for (const key of Object.keys({ ...before.current, ...own })) {
        const [old, value] = [before.current[key], own[key]];
        if (value === old) continue;
        const event = eventOf.get(key);
        if (event === undefined) element.current[key] = value;
        else {
          if (old) element.current.removeEventListener(event, old);
          if (value) element.current.addEventListener(event, value);
        }
      }
      before.current = own;
    });
    useEffect(() => void load(), []);
    // An element that is defined early has set attributes that the server did not know.
    return createElement(name, { ...others, ref: element, suppressHydrationWarning: true });
  };
}
