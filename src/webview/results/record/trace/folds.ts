import { RecentCache } from '../../../../shared/recentCache';
import type { TraceLine } from '../../../../shared/traceView';
import { element } from '../../../common/dom/element';
import type { Formats } from '../../../common/format/formats';
import { ownWords } from './lines';

/** Minimum number of consecutive library frames to fold. Folding fewer frames would save no space. */
const minFolded = 3;
/**
 * If a trace is preceded by at least this many lines, these lines are folded. A shorter text may contain a developer's
 * message.
 */
const minPreamble = 6;
const maxRemembered = 200;

/** Lines that can be folded together: library frames, or the lines before the first trace of a report. */
interface LineRun {
	readonly kind: 'libraries' | 'preamble';
	readonly start: number;
	/** Index after the last line of the run. */
	readonly end: number;
	/** Number of library frames, or number of lines before the trace. */
	readonly count: number;
	/**
	 * Key that is the same for the same run in all records. A run that the user expands stays expanded in other records.
	 */
	readonly key: string;
}

export function getRuns(lines: readonly TraceLine[]): readonly LineRun[] {
	const runs: LineRun[] = [];
	const preamble = lines.findIndex(({ kind }) => kind !== 'raw');
	if (preamble >= minPreamble) {
		// All preambles have the same key, because a user who expands one probably wants to see the next preamble as well.
		runs.push({ kind: 'preamble', start: 0, end: preamble, count: preamble, key: 'preamble' });
	}
	for (let start = 0; start < lines.length; start++) {
		let end = start;
		while (lines[end]?.library) {
			end++;
		}
		// A frame can have several lines. In Go, for example, its location is on a separate line.
		const count = lines.slice(start, end).filter(({ kind }) => kind === 'frame').length;
		if (count >= minFolded) {
			const key = JSON.stringify([end - start, lines[start]?.text, lines[end - 1]?.text]);
			runs.push({ kind: 'libraries', start, end, count, key });
		}
		start = Math.max(start, end);
	}
	return runs;
}

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

/** Toggle that collapses a run of lines to a single line. */
export class Fold {
	readonly button: HTMLButtonElement;
	private readonly row: HTMLElement;

	constructor(
		readonly run: LineRun,
		private readonly lines: readonly HTMLElement[],
		{ formats }: { readonly formats: Formats },
		onToggle: (fold: Fold) => void,
	) {
		const { count } = run;
		const words = {
			libraries: () => formats.plural(count, { one: '{0} library frame', other: '{0} library frames' }),
			preamble: () =>
				formats.plural(count, { one: '{0} line before the stack trace', other: '{0} lines before the stack trace' }),
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

	remove(): void {
		this.open = true;
		this.row.remove();
	}
}
