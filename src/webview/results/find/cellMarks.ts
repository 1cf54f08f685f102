import { textPlaces } from './textPlaces';

const mostInCell = 50;

const name = 'cell-hits';

/** Highlights search matches in visible cells with CSS custom highlights, which don't change the DOM. */
export class CellMarks {
	private readonly highlight = new Highlight();
	private readonly ranges = new WeakMap<Text, readonly AbstractRange[]>();
	private text = '';

	constructor() {
		CSS.highlights.set(name, this.highlight);
	}

	get sought(): string {
		return this.text;
	}

	set sought(text: string) {
		this.text = text;
		// Each cell highlights its matches again when it is rendered.
		this.highlight.clear();
	}

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
				// Static ranges are used, because live ranges slow down changes to other cells.
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
