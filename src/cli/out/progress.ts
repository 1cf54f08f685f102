import { plainText } from '../../core/common/plainText';
import type { Terminal } from '../asked/terminal';

/** Between two lines of progress where these stay on the screen, as in the log of a build (milliseconds). */
const betweenLinesMs = 15_000;
/** Between two states of the one line of a terminal. */
const betweenStatesMs = 100;

/** How far things are, on standard error: what is asked for is on standard output alone. */
export class Progress {
	private shownAt = 0;
	private isShown = false;

	constructor(
		private readonly terminal: Pick<Terminal, 'stderr' | 'stdout'>,
		private readonly isQuiet: boolean,
	) {}

	/** @param share From 0 to 1. */
	share(what: string, share: number): void {
		this.state(`${what} ${Math.floor(share * 100)} %`);
	}

	/** What is done by now; on a terminal in one line, elsewhere now and then in a line of its own. */
	state(words: string): void {
		const { stderr, stdout } = this.terminal;
		const now = performance.now();
		if (this.isQuiet || now - this.shownAt < (stderr.isTTY ? betweenStatesMs : betweenLinesMs)) {
			return;
		}
		this.shownAt = now;
		if (stderr.isTTY) {
			this.isShown = true;
			stderr.write(`\r\u001b[K${plainText(words).slice(0, (stdout.columns ?? 80) - 1)}`);
		} else {
			stderr.write(`${plainText(words)}\n`);
		}
	}

	/** Something that stays to be read, whatever else is quiet. */
	note(words: string): void {
		this.clear();
		this.terminal.stderr.write(`${plainText(words)}\n`);
	}

	/** Before anything else is written. */
	clear(): void {
		if (this.isShown) {
			this.isShown = false;
			this.terminal.stderr.write('\r\u001b[K');
		}
	}
}
