import type * as vscode from 'vscode';

/** Milliseconds; the words change by the minute at most. */
const interval = 60_000;

/** Draws rows again that tell how long ago something was: each minute while the view is seen, and when it comes back. */
export class Ages implements vscode.Disposable {
	private timer: NodeJS.Timeout | undefined;
	private drawnAt = Date.now();

	constructor(private readonly redraw: () => void) {}

	setVisible(visible: boolean): void {
		clearInterval(this.timer);
		this.timer = undefined;
		if (visible) {
			this.timer = setInterval(() => this.draw(), interval);
			if (Date.now() - this.drawnAt >= interval) {
				this.draw();
			}
		}
	}

	dispose(): void {
		clearInterval(this.timer);
	}

	private draw(): void {
		this.drawnAt = Date.now();
		this.redraw();
	}
}
