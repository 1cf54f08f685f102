import type { Terminal } from '../options/terminal';
import { cutEnd } from './cellWidth';
import { inertLog, visibleLine } from './inert';

/** Minimum interval in milliseconds between progress lines in build logs, where lines can't be overwritten. */
const betweenLinesMs = 15_000;
const betweenStatesMs = 100;

/** Shows progress on standard error, so that standard output contains only the result. */
export class Progress {
	private shownAt = 0;
	private isShown = false;

	constructor(
		private readonly terminal: Pick<Terminal, 'stderr' | 'stdout'>,
		private readonly isQuiet: boolean,
	) {}

	share(what: string, share: number): void {
		this.state(`${what} ${Math.floor(share * 100)} %`);
	}

	state(words: string): void {
		const { stderr, stdout } = this.terminal;
		const now = performance.now();
		if (this.isQuiet || now - this.shownAt < (stderr.isTTY ? betweenStatesMs : betweenLinesMs)) {
			return;
		}
		this.shownAt = now;
		if (stderr.isTTY) {
			this.isShown = true;
			stderr.write(`\r\u001b[K${cutEnd(visibleLine(words), (stdout.columns ?? 80) - 1)}`);
		} else {
			stderr.write(`${inertLog(visibleLine(words))}\n`);
		}
	}

	note(words: string): void {
		this.clear();
		this.terminal.stderr.write(`${inertLog(visibleLine(words))}\n`);
	}

	/** Clears the progress line. Must be called before other output is written. */
	clear(): void {
		if (this.isShown) {
			this.isShown = false;
			this.terminal.stderr.write('\r\u001b[K');
		}
	}
}
