import { RecentCache } from '../../../../shared/recentCache';
import type { TraceLine } from '../../../../shared/traceView';
import { element } from '../../../common/dom/element';
import type { Formats } from '../../../common/words/formats';
import type { Translate } from '../../../common/words/translate';
import { ownWords } from './lines';

/** Fewer frames of libraries are left as they are: a line about them would save nothing. */
const minFolded = 3;
/** Fewer lines before a trace may be what somebody wrote of it; a report of the system has more. */
const minPreamble = 6;
/** Runs that were opened; beyond that the one not seen for longest is closed again. */
const maxRemembered = 200;

/** Lines that follow one another: frames of libraries, or what a report says before its first exception or thread. */
interface LineRun {
	readonly kind: 'libraries' | 'preamble';
	readonly start: number;
	/** Exclusive. */
	readonly end: number;
	/** Equal for equal frames, also of another record. */
	readonly key: string;
}

export function runsOf(lines: readonly TraceLine[]): readonly LineRun[] {
	const runs: LineRun[] = [];
	const preamble = lines.findIndex(({ kind }) => kind !== 'raw');
	if (preamble >= minPreamble) {
		// One key for all: who wants to see it wants so in the next record.
		runs.push({ kind: 'preamble', start: 0, end: preamble, key: 'preamble' });
	}
	for (let start = 0; start < lines.length; start++) {
		let end = start;
		while (lines[end]?.library) {
			end++;
		}
		if (end - start >= minFolded) {
			const key = JSON.stringify([end - start, lines[start]?.text, lines[end - 1]?.text]);
			runs.push({ kind: 'libraries', start, end, key });
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
		readonly run: LineRun,
		private readonly lines: readonly HTMLElement[],
		{ t, formats }: { readonly t: Translate; readonly formats: Formats },
		onToggle: (fold: Fold) => void,
	) {
		const count = formats.count(run.end - run.start);
		const words = {
			libraries: () => t('{0} frames of libraries', count),
			preamble: () => t('{0} lines before the stack trace', count),
		}[run.kind]();
		this.button = element(
			'button',
			{ type: 'button', class: 'fold', tabindex: -1, on: { click: () => onToggle(this) } },
			element('span', { class: 'fold-arrow', 'aria-hidden': 'true' }),
			element('span', { class: 'fold-label' }, words),
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
