import type { HeaderLine } from '../trace/reading';

export class HeaderDepths {
	private known: { readonly indent: number; readonly depth: number }[] = [];
	private last = 0;

	/**
	 * Returns the nesting depth of a header. A cause is indented like the exception that it caused, and a suppressed
	 * exception is indented further.
	 */
	of(indent: number, nesting: HeaderLine['nesting']): number {
		switch (nesting) {
			case 'none':
				this.known = [];
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
