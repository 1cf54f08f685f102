import type * as vscode from 'vscode';

/** Interval in milliseconds between updates of relative times, such as `5 minutes ago`. */
const interval = 60_000;

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
