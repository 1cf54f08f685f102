import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { listen } from '../../common/dom/listen';

/** Lines below the one that a record is opened at which are in sight with it. */
const linesBelow = 2;

/**
 * Scrolls a record to where it is read first, as its parts come: to where it was left, else so far that the first frame of
 * one's own code is in sight. Ends when somebody takes over.
 */
export class RecordOpening implements Disposable {
	private readonly store = new DisposableStore();
	/** Where it was left, in CSS pixels; undefined once nothing is to be scrolled to any more. */
	private wanted: number | 'first' | undefined;

	constructor(private readonly body: HTMLElement) {
		for (const type of ['wheel', 'pointerdown', 'keydown'] as const) {
			this.store.add(listen(body, type, () => this.end()));
		}
	}

	/** @param left Where it was left, in CSS pixels. */
	begin(left: number | undefined): void {
		this.wanted = left ?? 'first';
		this.body.scrollTop = 0;
	}

	/** More of it came. */
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
			// The line itself stays in sight, however tall it is.
			this.body.scrollTop += Math.max(0, Math.min(below, line.top - sight.top));
		}
	}

	/** It stays where it is. */
	end(): void {
		this.wanted = undefined;
	}

	dispose(): void {
		this.store.dispose();
	}
}
