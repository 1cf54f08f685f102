type Listeners = { readonly [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };
type AttributeValue = string | number | boolean | undefined;

/** HTML attributes. `true` sets an attribute without a value; `false` and `undefined` omit the attribute. */
interface Properties {
	readonly on?: Listeners;
	readonly [name: string]: AttributeValue | Listeners;
}

type Child = Node | string | false | undefined;

/** Creates an HTML element. String children become text nodes, so that markup in records is never parsed as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	properties: Properties = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (name === 'on') {
			for (const [type, listener] of Object.entries(value as Record<string, EventListener>)) {
				made.addEventListener(type, listener);
			}
		} else {
			setAttribute(made, name, value as AttributeValue);
		}
	}
	append(made, children);
	return made;
}

export function vector<K extends keyof SVGElementTagNameMap>(
	tag: K,
	attributes: Readonly<Record<string, AttributeValue>> = {},
	...children: readonly Child[]
): SVGElementTagNameMap[K] {
	const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
	for (const [name, value] of Object.entries(attributes)) {
		setAttribute(made, name, value);
	}
	append(made, children);
	return made;
}

export function setAttribute(target: Element, name: string, value: AttributeValue): void {
	if (name === 'style' || /^on/i.test(name)) {
		throw new Error(`refused attribute: ${name}`);
	}
	if (value === undefined || value === false) {
		target.removeAttribute(name);
	} else {
		target.setAttribute(name, value === true ? '' : String(value));
	}
}

export function fill(target: Element, ...children: readonly Child[]): void {
	target.replaceChildren();
	append(target, children);
}

function append(target: Element, children: readonly Child[]): void {
	target.append(...children.filter((child) => child !== undefined && child !== false));
}
