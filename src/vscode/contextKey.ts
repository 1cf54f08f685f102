import * as vscode from 'vscode';
import type { contextKeys } from '../ids';

/** A `when` key: assigning tells the editor only what it does not know yet. */
export class ContextKey<T extends string | boolean> {
	private current: T | undefined;

	constructor(private readonly key: (typeof contextKeys)[keyof typeof contextKeys]) {}

	set(value: T): void {
		if (value !== this.current) {
			this.current = value;
			void vscode.commands.executeCommand('setContext', this.key, value);
		}
	}
}
