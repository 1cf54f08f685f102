import { textPlaces } from './textPlaces';

/** More are not told apart in one cell. */
const mostInCell = 50;

/** What the style sheet calls them. */
const name = 'cell-hits';

/**
 * Marks where the text that is looked for occurs in cells, without changing them (CSS custom highlights). A cell is
 * searched when it comes into sight and when something else is looked for.
 */
export class CellMarks {
	private readonly highlight = new Highlight();
	private readonly ranges = new WeakMap<Text, readonly AbstractRange[]>();
	private text = '';

	constructor() {
		CSS.highlights.set(name, this.highlight);
	}

	/** What is looked for; '' for nothing. */
	get sought(): string {
		return this.text;
	}

	set sought(text: string) {
		this.text = text;
		// Cells that are drawn are marked again; others are when they are drawn.
		this.highlight.clear();
	}

	/**
	 * @param node whose text is new, or was marked for something else
	 * @returns whether it has what is looked for
	 */
	mark(node: Text): boolean {
		for (const range of this.ranges.get(node) ?? []) {
			this.highlight.delete(range);
		}
		if (this.text === '') {
			this.ranges.delete(node);
			return false;
		}
		const ranges = textPlaces(node.data, this.text, mostInCell).map(
			({ start, end }) =>
				// Unlike live ones, these cost nothing when other cells change.
				new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }),
		);
		for (const range of ranges) {
			this.highlight.add(range);
		}
		this.ranges.set(node, ranges);
		return ranges.length > 0;
	}

	dispose(): void {
		CSS.highlights.delete(name);
	}
}
