import type { HeaderLine } from '../trace/reading';

/** How deep a header is within what was thrown first: a cause of a cause has depth 2. */
export class HeaderDepths {
	/** Depth of the header last seen at each indentation, by indentation in rising order. */
	private readonly known: { readonly indent: number; readonly depth: number }[] = [];
	private last = 0;

	/** @param indent Causes stand as far left as what they caused, suppressed ones further right than their owner. */
	of(indent: number, nesting: HeaderLine['nesting']): number {
		switch (nesting) {
			case 'none':
				this.known.length = 0;
				this.last = 0;
				break;
			case 'inner':
				return ++this.last;
			default: {
				const parent = this.known.findLast((one) => (nesting === 'cause' ? one.indent <= indent : one.indent < indent));
				this.last = (parent?.depth ?? 0) + 1;
				while ((this.known.at(-1)?.indent ?? -1) >= indent) {
					this.known.pop();
				}
			}
		}
		this.known.push({ indent, depth: this.last });
		return this.last;
	}
}
