import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { DatabaseAccess, DatabaseAddress } from '../../core/database/databaseAddress';
import type { TableMapping } from '../../core/database/tableMapping';
import { databaseSecretPrefix, stateKeys } from '../../ids';
import { DisposableStore } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';

/** A database that a person set up. */
export interface DatabaseConnection extends DatabaseAddress {
	/** By which it is shown. */
	readonly name: string;
}

/** What is kept as a secret, by address and user. */
type DatabaseSecret = Pick<DatabaseAccess, 'password' | 'allowInsecure'>;

/** The databases of the setting, with the passwords and the mapped tables that are kept beside it. */
export class Databases implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** A database or a mapped table came, went or changed. */
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly settings: Settings,
		private readonly secrets: vscode.SecretStorage,
		private readonly state: vscode.Memento,
	) {
		this.store.add(settings.onDidChange('appErrors.databases', () => this.changed.fire()));
	}

	list(): readonly DatabaseConnection[] {
		return this.settings.databases;
	}

	/** As a person calls it; by its address where it is not connected. */
	nameOf({ url, user }: DatabaseAddress): string {
		return this.list().find((other) => other.url === url && other.user === user)?.name ?? new URL(url).host;
	}

	/** @throws AppError `databaseNotConnected` */
	async access(address: DatabaseAddress): Promise<DatabaseAccess> {
		const secret = decodeSecret(await this.secrets.get(secretKey(address)));
		if (!secret) {
			throw new AppError({ kind: 'databaseNotConnected', address: address.url, user: address.user });
		}
		const { url, database, user } = address;
		return { url, database, user, ...secret };
	}

	/** Keeps a checked password; a connection to the same database by the same user is replaced. */
	async add(connection: DatabaseConnection, secret: DatabaseSecret): Promise<void> {
		await this.secrets.store(secretKey(connection), JSON.stringify(secret));
		await this.save([...this.list().filter((other) => addressKey(other) !== addressKey(connection)), connection]);
		this.changed.fire();
	}

	/** With its mapped tables; the password, too, unless another connection needs it. */
	async remove(connection: DatabaseConnection): Promise<void> {
		const rest = this.list().filter((other) => addressKey(other) !== addressKey(connection));
		await this.save(rest);
		if (rest.every((other) => secretKey(other) !== secretKey(connection))) {
			await this.secrets.delete(secretKey(connection));
		}
		await this.keepMapped(connection, []);
	}

	/** Passwords and mapped tables are secrets and keys of the state, which go with the others. */
	async forgetAll(): Promise<void> {
		await this.settings.saveUserSetting('appErrors.databases', undefined);
	}

	mappedTables(connection: DatabaseAddress): readonly TableMapping[] {
		return this.allMapped[addressKey(connection)] ?? [];
	}

	/** In the place of an earlier mapping of the table. */
	async mapTable(connection: DatabaseAddress, mapping: TableMapping): Promise<void> {
		await this.keepMapped(connection, [...this.mappedBut(connection, mapping), mapping]);
	}

	async removeMapped(connection: DatabaseAddress, mapping: TableMapping): Promise<void> {
		await this.keepMapped(connection, this.mappedBut(connection, mapping));
	}

	dispose(): void {
		this.store.dispose();
	}

	private get allMapped(): Readonly<Record<string, readonly TableMapping[]>> {
		return this.state.get(stateKeys.mappedTables, {});
	}

	private mappedBut(connection: DatabaseAddress, { database, table }: TableMapping): readonly TableMapping[] {
		return this.mappedTables(connection).filter((other) => other.database !== database || other.table !== table);
	}

	private async keepMapped(connection: DatabaseAddress, mapped: readonly TableMapping[]): Promise<void> {
		const { [addressKey(connection)]: _, ...rest } = this.allMapped;
		await this.state.update(
			stateKeys.mappedTables,
			mapped.length === 0 ? rest : { ...rest, [addressKey(connection)]: mapped },
		);
		this.changed.fire();
	}

	private async save(connections: readonly DatabaseConnection[]): Promise<void> {
		const written = connections.map(({ name, url, database, user }) => ({ name, address: url, database, user }));
		await this.settings.saveUserSetting('appErrors.databases', written.length === 0 ? undefined : written);
	}
}

function secretKey({ url, user }: DatabaseAddress): string {
	return `${databaseSecretPrefix}${JSON.stringify([url, user])}`;
}

/** Equal for connections to the same database by the same user. */
export function addressKey({ url, database, user }: DatabaseAddress): string {
	return JSON.stringify([url, user, database]);
}

function decodeSecret(text: string | undefined): DatabaseSecret | undefined {
	try {
		const { password, allowInsecure } = JSON.parse(text ?? '') as Partial<Record<string, unknown>>;
		return typeof password === 'string' ? { password, allowInsecure: allowInsecure === true } : undefined;
	} catch {
		return undefined;
	}
}
