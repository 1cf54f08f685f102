import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { isObject, parseJson } from '../../core/common/parseJson';
import type { DatabaseAccess, DatabaseAddress } from '../../core/database/databaseAddress';
import type { TableMapping } from '../../core/database/tableMapping';
import { databaseSecretPrefix, stateKeys } from '../../ids';
import { DisposableOwner } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';

export interface DatabaseConnection extends DatabaseAddress {
	readonly name: string;
}

/** Secret part of a database connection. It is stored for each combination of URL and user. */
type DatabaseSecret = Pick<DatabaseAccess, 'password' | 'allowInsecure'>;

export class Databases extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly settings: Settings,
		private readonly secrets: vscode.SecretStorage,
		private readonly state: vscode.Memento,
	) {
		super();
		this.owned.add(settings.onDidChange('appErrors.databases', () => this.changed.fire()));
	}

	list(): readonly DatabaseConnection[] {
		return this.settings.databases;
	}

	/** Returns the name that the user gave a database, or else its host name. */
	getName({ url, user }: DatabaseAddress): string {
		return this.list().find((other) => other.url === url && other.user === user)?.name ?? new URL(url).host;
	}

	/**
	 * Returns the data for connecting to a database.
	 * @throws AppError `databaseNotConnected`
	 */
	async access(address: DatabaseAddress): Promise<DatabaseAccess> {
		const secret = decodeSecret(await this.secrets.get(secretKey(address)));
		if (!secret) {
			throw new AppError({ kind: 'databaseNotConnected', address: address.url, user: address.user });
		}
		const { url, database, user } = address;
		return { url, database, user, ...secret };
	}

	/** Adds a connection. Replaces an existing connection with the same URL, database, and user. */
	async add(connection: DatabaseConnection, secret: DatabaseSecret): Promise<void> {
		await this.secrets.store(secretKey(connection), JSON.stringify(secret));
		await this.save([...this.list().filter((other) => addressKey(other) !== addressKey(connection)), connection]);
		this.changed.fire();
	}

	/** Removes a connection and its mapped tables. Removes the password unless another connection needs it. */
	async remove(connection: DatabaseConnection): Promise<void> {
		const rest = this.list().filter((other) => addressKey(other) !== addressKey(connection));
		await this.save(rest);
		if (rest.every((other) => secretKey(other) !== secretKey(connection))) {
			await this.secrets.delete(secretKey(connection));
		}
		await this.saveMapped(connection, []);
	}

	/** Removes all databases from the settings, but keeps passwords and mapped tables. */
	async forgetAll(): Promise<void> {
		await this.settings.saveUserSetting('appErrors.databases', undefined);
	}

	mappedTables(connection: DatabaseAddress): readonly TableMapping[] {
		return this.allMapped[addressKey(connection)] ?? [];
	}

	async mapTable(connection: DatabaseAddress, mapping: TableMapping): Promise<void> {
		await this.saveMapped(connection, [...this.mappedBut(connection, mapping), mapping]);
	}

	async removeMapped(connection: DatabaseAddress, mapping: TableMapping): Promise<void> {
		await this.saveMapped(connection, this.mappedBut(connection, mapping));
	}

	private get allMapped(): Readonly<Record<string, readonly TableMapping[]>> {
		return this.state.get(stateKeys.mappedTables, {});
	}

	private mappedBut(connection: DatabaseAddress, { database, table }: TableMapping): readonly TableMapping[] {
		return this.mappedTables(connection).filter((other) => other.database !== database || other.table !== table);
	}

	private async saveMapped(connection: DatabaseAddress, mapped: readonly TableMapping[]): Promise<void> {
		const { [addressKey(connection)]: _, ...rest } = this.allMapped;
		await this.state.update(
			stateKeys.mappedTables,
			mapped.length === 0 ? rest : { ...rest, [addressKey(connection)]: mapped },
		);
		this.changed.fire();
	}

	private async save(connections: readonly DatabaseConnection[]): Promise<void> {
		const written = connections.map(({ name, url, database, user }) => ({ name, url, database, user }));
		await this.settings.saveUserSetting('appErrors.databases', written.length === 0 ? undefined : written);
	}
}

function secretKey({ url, user }: DatabaseAddress): string {
	return `${databaseSecretPrefix}${JSON.stringify([url, user])}`;
}

export function addressKey({ url, database, user }: DatabaseAddress): string {
	return JSON.stringify([url, user, database]);
}

function decodeSecret(text: string | undefined): DatabaseSecret | undefined {
	const secret = parseJson(text ?? '');
	const { password, allowInsecure } = isObject(secret) ? secret : {};
	return typeof password === 'string' ? { password, allowInsecure: allowInsecure === true } : undefined;
}
