import * as vscode from 'vscode';
import { matches, type Pattern } from './locators';
import type { Screen, Shown } from './screen';

export class FakeFileDialog implements Shown {
	constructor(
		readonly kind: 'save' | 'open',
		readonly options: vscode.SaveDialogOptions & vscode.OpenDialogOptions,
		private readonly answer: (places: vscode.Uri[] | undefined) => void,
		private readonly screen: Screen,
	) {}

	close(places: vscode.Uri[] | undefined): void {
		this.screen.remove(this);
		this.answer(places);
	}

	abandon(): void {
		this.close(undefined);
	}

	describe(): string {
		return `a dialog to ${this.kind} "${this.options.title ?? ''}"`;
	}
}

export class FileDialogLocator {
	constructor(
		private readonly screen: Screen,
		private readonly kind: 'save' | 'open',
	) {}

	async answer(...places: vscode.Uri[]): Promise<void> {
		(await this.find()).close(places);
	}

	async escape(): Promise<void> {
		(await this.find()).close(undefined);
	}

	async options(): Promise<vscode.SaveDialogOptions & vscode.OpenDialogOptions> {
		return (await this.find()).options;
	}

	private find(): Promise<FakeFileDialog> {
		return this.screen.until(`a dialog to ${this.kind}`, () =>
			this.screen.shown.find(
				(shown): shown is FakeFileDialog => shown instanceof FakeFileDialog && shown.kind === this.kind,
			),
		);
	}
}

export class FakeProgress implements Shown {
	readonly messages: string[] = [];
	private readonly source = new vscode.CancellationTokenSource();

	constructor(
		readonly title: string,
		private readonly cancellable: boolean,
		private readonly screen: Screen,
	) {}

	async run<R>(task: Parameters<typeof vscode.window.withProgress<R>>[1]): Promise<R> {
		this.screen.add(this);
		try {
			return await task({ report: ({ message }) => this.report(message) }, this.source.token);
		} finally {
			this.screen.remove(this);
			this.source.dispose();
		}
	}

	cancel(): void {
		if (!this.cancellable) {
			throw new Error(`no Cancel in ${this.describe()}`);
		}
		this.source.cancel();
	}

	abandon(): void {
		this.source.cancel();
	}

	describe(): string {
		return `the progress "${this.title}" at "${this.messages.at(-1) ?? ''}"`;
	}

	private report(message: string | undefined): void {
		if (message !== undefined) {
			this.messages.push(message);
			this.screen.touch();
		}
	}
}

export class ProgressLocator {
	constructor(
		private readonly screen: Screen,
		private readonly pattern: Pattern,
	) {}

	async shown(): Promise<void> {
		await this.find();
	}

	async cancel(): Promise<void> {
		(await this.find()).cancel();
	}

	async reported(message: Pattern): Promise<string> {
		const progress = await this.find();
		return this.screen.until(`the progress "${message}"`, () =>
			progress.messages.find((text) => matches(text, message)),
		);
	}

	async ended(): Promise<void> {
		await this.screen.until(`the end of the progress ${this.pattern}`, () =>
			this.screen.shown.some((shown) => shown instanceof FakeProgress && matches(shown.title, this.pattern))
				? undefined
				: true,
		);
	}

	private find(): Promise<FakeProgress> {
		return this.screen.until(`a progress like ${this.pattern}`, () =>
			this.screen.shown.find(
				(shown): shown is FakeProgress => shown instanceof FakeProgress && matches(shown.title, this.pattern),
			),
		);
	}
}
