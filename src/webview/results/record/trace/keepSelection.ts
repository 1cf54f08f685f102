import { ownWords } from './lines';

type End =
	| { readonly kind: 'line'; readonly line: number; readonly offset: number }
	| { readonly kind: 'elsewhere'; readonly node: Node; readonly offset: number };

/** Replaces elements inside lines, and restores the selection and the focus. The text must not change. */
export function keepingSelection(lines: readonly HTMLElement[], change: () => void): void {
	const selection = getSelection();
	const touched = selection && lines.some((line) => selection.containsNode(line, true));
	if (!touched) {
		change();
		return;
	}
	const anchor = endOf(lines, selection.anchorNode, selection.anchorOffset);
	const focus = endOf(lines, selection.focusNode, selection.focusOffset);
	change();
	const [from, to] = [getPlace(lines, anchor), getPlace(lines, focus)];
	if (from && to) {
		selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
	}
}

export function isSelected(root: HTMLElement): boolean {
	const selection = getSelection();
	return selection !== null && !selection.isCollapsed && selection.containsNode(root, true);
}

function endOf(lines: readonly HTMLElement[], node: Node | null, offset: number): End | undefined {
	if (!node) {
		return undefined;
	}
	const line = lines.findIndex((candidate) => candidate.contains(node));
	const holder = lines[line];
	if (!holder) {
		return { kind: 'elsewhere', node, offset };
	}
	const before = document.createRange();
	before.setStart(holder, 0);
	before.setEnd(node, offset);
	return { kind: 'line', line, offset: before.toString().length };
}

function getPlace(lines: readonly HTMLElement[], end: End | undefined): { node: Node; offset: number } | undefined {
	if (end?.kind !== 'line') {
		return end;
	}
	const holder = lines[end.line];
	if (!holder) {
		return undefined;
	}
	let left = end.offset;
	let last: { node: Node; offset: number } = { node: holder, offset: 0 };
	const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT, isText);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const length = node.nodeValue?.length ?? 0;
		last = { node, offset: Math.min(left, length) };
		if (left <= length) {
			break;
		}
		left -= length;
	}
	return last;
}

/** Returns a `NodeFilter` result that rejects annotations, because they are not part of the original text. */
export function isText(node: Node): number {
	return node.parentElement?.closest(`[${ownWords}]`) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
}
