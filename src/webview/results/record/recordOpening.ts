import { DisposableOwner } from '../../../shared/disposables';
import { listen } from '../../common/dom/listen';

const linesBelow = 2;

/**
 * Scrolls a newly opened record to the saved position or to the first frame in the user's code, unless the user scrolls
 * first.
 */
export class RecordOpening extends DisposableOwner {
	/**
	 * Scroll position to reach, in CSS pixels, or the first frame in the user's code. Undefined when scrolling has
	 * finished.
	 */
	private wanted: number | 'first' | undefined;

	constructor(private readonly body: HTMLElement) {
		super();
		for (const type of ['wheel', 'pointerdown', 'keydown'] as const) {
			this.owned.add(listen(body, type, () => this.end()));
		}
	}

	begin(left: number | undefined): void {
		this.wanted = left ?? 'first';
		this.body.scrollTop = 0;
	}

	arrange(): void {
		if (typeof this.wanted === 'number') {
			this.body.scrollTop = this.wanted;
			return;
		}
		const first = this.wanted && this.body.querySelector('.trace-line.first');
		if (first) {
			this.wanted = undefined;
			const line = first.getBoundingClientRect();
			const sight = this.body.getBoundingClientRect();
			const below = line.bottom + linesBelow * line.height - sight.bottom;
			// The top of a tall line must not be scrolled out of view.
			this.body.scrollTop += Math.max(0, Math.min(below, line.top - sight.top));
		}
	}

	end(): void {
		this.wanted = undefined;
	}
}
