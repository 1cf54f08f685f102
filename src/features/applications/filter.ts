import * as vscode from 'vscode';

/** The words by which the list is filtered; empty for none. They last as long as the window and the account. */
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
