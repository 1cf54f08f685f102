export class Deadline implements Disposable {
	private readonly late = new AbortController();
	private timer: NodeJS.Timeout;
	readonly signal: AbortSignal;

	constructor(given: AbortSignal, milliseconds: number) {
		this.signal = AbortSignal.any([given, this.late.signal]);
		this.timer = this.start(milliseconds);
	}

	restart(milliseconds: number): void {
		clearTimeout(this.timer);
		this.timer = this.start(milliseconds);
	}

	get isOver(): boolean {
		return this.late.signal.aborted;
	}

	[Symbol.dispose](): void {
		clearTimeout(this.timer);
	}

	private start(milliseconds: number): NodeJS.Timeout {
		return setTimeout(() => this.late.abort(), milliseconds);
	}
}
