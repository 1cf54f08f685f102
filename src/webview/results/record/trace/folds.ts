import { RecentCache } from '../../../../shared/recentCache';
import type { TraceLine } from '../../../../shared/traceView';
import { element } from '../../dom/element';
import type { Formats } from '../../words/formats';
import type { Translate } from '../../words/translate';
import { ownWords } from './lines';

/** Fewer frames of libraries are left as they are: a line about them would save nothing. */
const minFolded = 3;
/** Runs that were opened; beyond that the one not seen for longest is closed again. */
const maxRemembered = 200;

/** Frames of libraries that follow one another. */
interface FrameRun {
	readonly start: number;
	/** Exclusive. */
	readonly end: number;
	/** Equal for equal frames, also of another record. */
	readonly key: string;
}

export function runsOf(lines: readonly TraceLine[]): readonly FrameRun[] {
	const runs: FrameRun[] = [];
	for (let start = 0; start < lines.length; start++) {
		let end = start;
		while (lines[end]?.library) {
			end++;
		}
		if (end - start >= minFolded) {
			const key = JSON.stringify([end - start, lines[start]?.text, lines[end - 1]?.text]);
			runs.push({ start, end, key });
		}
		start = Math.max(start, end);
	}
	return runs;
}

/** Which runs a person opened, for as long as the view lives. */
export class OpenedRuns {
	private readonly keys = new RecentCache<string, true>(maxRemembered);

	has(key: string): boolean {
		return this.keys.get(key) === true;
	}

	set(key: string, opened: boolean): void {
		if (opened) {
			this.keys.set(key, true);
		} else {
			this.keys.delete(key);
		}
	}
}

/** A run that is folded into one line, or has a mark beside its first line by which it is folded. */
export class Fold {
	readonly button: HTMLButtonElement;
	private readonly row: HTMLElement;

	constructor(
		readonly run: FrameRun,
		private readonly lines: readonly HTMLElement[],
		{ t, formats }: { readonly t: Translate; readonly formats: Formats },
		onToggle: (fold: Fold) => void,
	) {
		const count = run.end - run.start;
		this.button = element(
			'button',
			{ type: 'button', class: 'fold', tabindex: -1, on: { click: () => onToggle(this) } },
			element('span', { class: 'fold-arrow', 'aria-hidden': 'true' }),
			element('span', { class: 'fold-label' }, t('{0} frames of libraries', formats.count(count))),
		);
		this.row = element('div', { class: 'fold-row', [ownWords]: true }, this.button);
		lines[0]?.before(this.row);
		this.open = true;
	}

	get open(): boolean {
		return this.button.getAttribute('aria-expanded') === 'true';
	}

	set open(open: boolean) {
		this.button.setAttribute('aria-expanded', String(open));
		for (const line of this.lines) {
			line.classList.toggle('folded', !open);
		}
	}

	holds(node: Node): boolean {
		return this.lines.some((line) => line.contains(node));
	}

	/** Takes the row away; the lines are shown again. */
	remove(): void {
		this.open = true;
		this.row.remove();
	}
}
