import * as vscode from 'vscode';

export class MemoryMemento implements vscode.Memento {
	private readonly values = new Map<string, string>();

	keys(): readonly string[] {
		return [...this.values.keys()];
	}

	get<T>(key: string): T | undefined;
	get<T>(key: string, defaultValue: T): T;
	get<T>(key: string, defaultValue?: T): T | undefined {
		const text = this.values.get(key);
		return text === undefined ? defaultValue : (JSON.parse(text) as T);
	}

	async update(key: string, value: unknown): Promise<void> {
		if (value === undefined) {
			this.values.delete(key);
		} else {
			this.values.set(key, JSON.stringify(value));
		}
	}
}

export class MemorySecrets implements vscode.SecretStorage {
	private readonly values = new Map<string, string>();
	private readonly changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
	readonly onDidChange = this.changed.event;

	async keys(): Promise<string[]> {
		return [...this.values.keys()];
	}

	async get(key: string): Promise<string | undefined> {
		return this.values.get(key);
	}

	async store(key: string, value: string): Promise<void> {
		this.values.set(key, value);
		this.changed.fire({ key });
	}

	async delete(key: string): Promise<void> {
		this.values.delete(key);
		this.changed.fire({ key });
	}

	/** Removes a secret without firing an event, like a locked or broken keyring. */
	lose(key: string): void {
		this.values.delete(key);
	}
}
