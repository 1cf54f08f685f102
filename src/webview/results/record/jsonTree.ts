import { linkButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { oneStop } from '../../common/dom/oneStop';
import { visibleText } from '../../common/dom/visibleText';
import type { Translate } from '../../common/format/translate';
import type { JsonNode } from './text/json';

const openLevels = 3;
/** Number of properties or array elements to show at first, and to add with each click on the *more* button. */
const portion = 200;

/** Creates a tree for a JSON value. Child nodes are rendered only when the user expands their parent. */
export function jsonTree(root: JsonNode, t: Translate): HTMLElement {
	const tree = element('div', { class: 'json' }, branch(undefined, root, 0, t));
	oneStop(tree, 'summary, button');
	return tree;
}

function branch(name: string | undefined, node: JsonNode, level: number, t: Translate): HTMLElement {
	const label = name !== undefined && [
		element('bdi', { class: 'json-name' }, visibleText(name)),
		element('span', { class: 'dim' }, ': '),
	];
	if (node.kind === 'string' || node.kind === 'literal') {
		return element('div', { class: 'json-leaf' }, ...(label || []), leaf(node));
	}
	const children =
		node.kind === 'object' ? node.members : node.items.map((value, index) => ({ name: String(index), value }));
	const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']'];
	if (children.length === 0) {
		return element('div', { class: 'json-leaf' }, ...(label || []), `${open}${close}`);
	}
	const body = element('div', { class: 'json-body' });
	const details = element(
		'details',
		{ class: 'json-branch' },
		element('summary', {}, ...(label || []), element('span', { class: 'dim' }, `${open} ${children.length} ${close}`)),
		body,
	);
	const fillBody = () => {
		if (details.open && body.childElementCount === 0) {
			appendPortion(body, children, 0, level, t);
		}
	};
	details.addEventListener('toggle', fillBody);
	details.open = level < openLevels;
	fillBody();
	return details;
}

function appendPortion(
	body: HTMLElement,
	children: readonly { readonly name: string; readonly value: JsonNode }[],
	from: number,
	level: number,
	t: Translate,
): void {
	for (const { name, value } of children.slice(from, from + portion)) {
		body.append(branch(name, value, level + 1, t));
	}
	const left = children.length - from - portion;
	if (left > 0) {
		const more = linkButton(t('{0} more', left), () => {
			more.remove();
			appendPortion(body, children, from + portion, level, t);
		});
		body.append(more);
	}
}

function leaf(node: Extract<JsonNode, { kind: 'string' | 'literal' }>): HTMLElement {
	return node.kind === 'string'
		? element('bdi', { class: 'json-string' }, visibleText(node.text))
		: element('span', { class: 'json-literal' }, node.source);
}
