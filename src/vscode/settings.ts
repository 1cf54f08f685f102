import * as vscode from 'vscode';
import { withoutTrailing } from '../core/common/endings';
import type { NetworkSettings } from '../core/common/networkSettings';
import { defaultDatabaseQueryMs, defaultTimeouts } from '../core/common/timeouts';
import type { DatabaseAddress } from '../core/database/databaseAddress';
import type { RetentionPolicy } from '../core/export/library/retention';
import { readChosenFolder } from '../core/files/chosenFolder';
import { type Field, FieldTable, isFieldName } from '../core/plan/fields';
import { isZoneName, type Zone } from '../core/plan/range';
import { parseAddress } from '../core/service/address';
import { aiIsOff, type SettingTypes } from '../ids';

type KeysOf<T> = { [K in keyof SettingTypes]: SettingTypes[K] extends T ? K : never }[keyof SettingTypes];

/** Limits that package.json sets for the sync interval. The minimum limits the load on the service. */
const [minMinutes, maxMinutes] = [5, 1440];

const codeMarkKinds: readonly SettingTypes['appErrors.codeMarks'][] = ['codeLens', 'endOfLine', 'ruler', 'off'];

const maxSeconds = 3600;

/**
 * Reads settings. Workspaces can't override security settings, because package.json limits the scope of these settings.
 */
export class Settings {
	get baseUrl(): string {
		return this.read('appErrors.baseUrl').trim();
	}

	/** URL without a trailing slash, so that paths can be appended to it. */
	get authUrl(): string {
		return withoutTrailing(this.read('appErrors.authUrl').trim(), '/');
	}

	/** Configured folder for exports. If it is empty, the extension's storage folder is used. */
	get exportFolder(): string {
		return readChosenFolder(this.read('appErrors.exports.folder'));
	}

	/** Limits for past exports. Zero means no limit, and invalid values are treated as zero. */
	get retention(): RetentionPolicy {
		return {
			days: Math.max(0, Number(this.read('appErrors.exports.maxAgeDays')) || 0),
			megabytes: Math.max(0, Number(this.read('appErrors.exports.maxSizeMegabytes')) || 0),
		};
	}

	get syncIntervalMs(): number {
		const minutes = Number(this.read('appErrors.sync.intervalMinutes')) || 0;
		return minutes > 0 ? Math.min(maxMinutes, Math.max(minMinutes, minutes)) * 60_000 : 0;
	}

	get showsNewsBadge(): boolean {
		return this.read('appErrors.whatsNew.showBadge') !== false;
	}

	get waitLimitMinutes(): number {
		return this.read('appErrors.timeouts.preparationMinutes');
	}

	get mappings(): readonly string[] {
		return textsIn(this.read('appErrors.mappings'));
	}

	/** Paths of the CSV files with active device counts, by application ID. */
	get activeDevices(): ReadonlyMap<string, string> {
		const all: unknown = this.read('appErrors.activeDevices');
		const entries = Object.entries(typeof all === 'object' && all !== null ? all : {});
		return new Map(
			entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
		);
	}

	get databases(): readonly (DatabaseAddress & { readonly name: string })[] {
		const all: unknown = this.read('appErrors.databases');
		return (Array.isArray(all) ? all : []).flatMap((entry: unknown) => {
			const { name, url, database = '', user = '' } = (entry ?? {}) as Readonly<Record<string, unknown>>;
			const parsed = typeof url === 'string' ? parseAddress(url) : undefined;
			return parsed?.ok && typeof name === 'string' && typeof database === 'string' && typeof user === 'string'
				? [{ name, url: parsed.address, database, user }]
				: [];
		});
	}

	versionTagsFor(file: vscode.Uri): readonly string[] {
		return textsIn(vscode.workspace.getConfiguration(undefined, file).get('appErrors.versionTags'));
	}

	get issueUrl(): string {
		return String(this.read('appErrors.issueUrl')).trim();
	}

	get openSource(): SettingTypes['appErrors.openSource'] {
		return this.read('appErrors.openSource') === 'active' ? 'active' : 'beside';
	}

	get codeMarks(): SettingTypes['appErrors.codeMarks'] {
		const chosen = this.read('appErrors.codeMarks');
		return codeMarkKinds.find((kind) => kind === chosen) ?? 'codeLens';
	}

	get hasNoAgents(): boolean {
		return vscode.workspace.getConfiguration().get(aiIsOff) === true;
	}

	get additionalFields(): Field[] {
		return this.read('appErrors.additionalFields')
			.filter((entry) => isFieldName(entry.name))
			.map((entry) => ({
				name: entry.name,
				type: entry.type ?? 'string',
				// An additional field is personal unless the setting declares otherwise.
				personal: entry.personal ?? true,
				group: entry.personal === false ? 'app' : 'identity',
				meaning: entry.description ?? '',
			}));
	}

	get personalFields(): readonly string[] {
		return this.additionalFields.filter(({ personal }) => personal).map(({ name }) => name);
	}

	get fields(): FieldTable {
		return new FieldTable(this.additionalFields);
	}

	/** Time zone to use instead of the application's time zone: an IANA name, or `local` for the local time zone. */
	get timeZone(): Zone | undefined {
		const name = this.read('appErrors.timeZone').trim();
		if (name === 'local') {
			return { kind: 'named', name: Intl.DateTimeFormat().resolvedOptions().timeZone };
		}
		return name !== '' && isZoneName(name) ? { kind: 'named', name } : undefined;
	}

	get timeZoneName(): string {
		const zone = this.timeZone;
		return zone?.kind === 'named' ? zone.name : Intl.DateTimeFormat().resolvedOptions().timeZone;
	}

	get network(): NetworkSettings {
		const http = vscode.workspace.getConfiguration('http');
		return {
			proxyOff: http.get('proxySupport') === 'off',
			proxy: http.get<string>('proxy') || undefined,
			noProxy: http.get<string[]>('noProxy') ?? [],
			proxyAuthorization: http.get<string | null>('proxyAuthorization') ?? undefined,
			proxyStrictSsl: http.get('proxyStrictSSL') !== false,
			systemCertificates: http.get('systemCertificates') !== false,
			timeouts: {
				connect: this.milliseconds('appErrors.timeouts.connectSeconds', defaultTimeouts.connect),
				headers: this.milliseconds('appErrors.timeouts.responseSeconds', defaultTimeouts.headers),
				silentBody: this.milliseconds('appErrors.timeouts.idleSeconds', defaultTimeouts.silentBody),
			},
			databaseQueryMs: this.milliseconds('appErrors.timeouts.databaseQuerySeconds', defaultDatabaseQueryMs),
		};
	}

	/** Saves a value in the user settings, never in the workspace settings. Undefined removes the value. */
	async saveUserSetting<K extends keyof SettingTypes>(key: K, value: SettingTypes[K] | undefined): Promise<void> {
		await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
	}

	onDidChange(section: keyof SettingTypes | 'appErrors.timeouts' | 'http', listener: () => void): vscode.Disposable {
		return vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration(section)) {
				listener();
			}
		});
	}

	/** Returns a duration in milliseconds within the limits. VS Code also returns values that it marks as invalid. */
	private milliseconds(key: KeysOf<number>, usual: number): number {
		const seconds: unknown = this.read(key);
		return typeof seconds === 'number' ? Math.min(maxSeconds, Math.max(1, seconds)) * 1000 : usual;
	}

	private read<K extends keyof SettingTypes>(key: K): SettingTypes[K] {
		// The value is never undefined, because package.json contains a default for each setting.
		return vscode.workspace.getConfiguration().get(key) as SettingTypes[K];
	}
}

/** Returns the strings in a list. Other values are omitted, because VS Code doesn't validate types. */
function textsIn(value: unknown): readonly string[] {
	const all: readonly unknown[] = Array.isArray(value) ? value : [];
	return all.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}
