import * as vscode from 'vscode';
import type { contextKeys } from '../ids';

/** Context key for `when` clauses. VS Code is notified only if the value changes. */
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
