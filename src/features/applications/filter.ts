import * as vscode from 'vscode';

/** Search terms for the list of applications. They are discarded when the window closes or the account changes. */
export class ApplicationFilter implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.changed.event;

	private words = '';

	get text(): string {
		return this.words;
	}

	set text(text: string) {
		const words = text.trim();
		if (words !== this.words) {
			this.words = words;
			this.changed.fire();
		}
	}

	dispose(): void {
		this.changed.dispose();
	}
}
