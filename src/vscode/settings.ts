import * as vscode from 'vscode';
import { withoutTrailing } from '../core/common/endings';
import type { NetworkSettings } from '../core/common/networkSettings';
import { defaultTimeouts } from '../core/common/timeouts';
import type { DatabaseAddress } from '../core/database/databaseAddress';
import type { RetentionPolicy } from '../core/export/library/retention';
import { readChosenFolder } from '../core/files/chosenFolder';
import { type Field, FieldTable, isFieldName } from '../core/plan/fields';
import { isZoneName, type Zone } from '../core/plan/range';
import { parseAddress } from '../core/service/address';
import { aiIsOff, type SettingTypes } from '../ids';

/** The settings of a type. */
type KeysOf<T> = { [K in keyof SettingTypes]: SettingTypes[K] extends T ? K : never }[keyof SettingTypes];

/** What a service can be asked for again and again without burdening it, and a day, as in the manifest. */
const [minMinutes, maxMinutes] = [5, 1440];

const codeMarkKinds: readonly SettingTypes['appErrors.codeMarks'][] = ['lens', 'endOfLine', 'ruler', 'off'];

/** An hour, as in the manifest. */
const maxSeconds = 3600;

/**
 * The only reader of settings. A workspace cannot set where a token goes, what is asked for or where records are kept:
 * settings of these are of application or machine scope. How its tags are called is for each folder to say.
 */
export class Settings {
	get baseUrl(): string {
		return this.read('appErrors.baseUrl').trim();
	}

	/** Without a trailing slash, so that paths can be appended. */
	get authUrl(): string {
		return withoutTrailing(this.read('appErrors.authUrl').trim(), '/');
	}

	/** Empty: the extension's own storage. */
	get exportFolder(): string {
		return readChosenFolder(this.read('appErrors.exportFolder'));
	}

	/** What is kept of past exports; zero and what is not a number mean everything. */
	get retention(): RetentionPolicy {
		return {
			days: Math.max(0, Number(this.read('appErrors.keepExportsDays')) || 0),
			megabytes: Math.max(0, Number(this.read('appErrors.keepExportsMegabytes')) || 0),
		};
	}

	/** How often kept records are updated by themselves, in milliseconds; zero: never. */
	get updateKeptEveryMs(): number {
		const minutes = Number(this.read('appErrors.keptRecords.updateEvery')) || 0;
		return minutes > 0 ? Math.min(maxMinutes, Math.max(minMinutes, minutes)) * 60_000 : 0;
	}

	/** Whether the view's icon counts new groups of errors of kept records. */
	get showsNewsBadge(): boolean {
		return this.read('appErrors.whatsNew.badge') !== false;
	}

	get waitLimitMinutes(): number {
		return this.read('appErrors.waitLimitMinutes');
	}

	/** Patterns of mapping files. */
	get mappings(): readonly string[] {
		return textsIn(this.read('appErrors.mappings'));
	}

	/** Databases with records, under the names that they are shown by. */
	get databases(): readonly (DatabaseAddress & { readonly name: string })[] {
		const all: unknown = this.read('appErrors.databases');
		return (Array.isArray(all) ? all : []).flatMap((entry: unknown) => {
			const { name, address, database = '', user = '' } = (entry ?? {}) as Readonly<Record<string, unknown>>;
			const parsed = typeof address === 'string' ? parseAddress(address) : undefined;
			return parsed?.ok && typeof name === 'string' && typeof database === 'string' && typeof user === 'string'
				? [{ name, url: parsed.address, database, user }]
				: [];
		});
	}

	/** Patterns of the tags of versions, which may be others in each folder. */
	versionTagsFor(file: vscode.Uri): readonly string[] {
		return textsIn(vscode.workspace.getConfiguration(undefined, file).get('appErrors.versionTags'));
	}

	/** Where code is opened that a frame leads to: in another group of editors, or in the same. */
	get openCode(): SettingTypes['appErrors.openCode'] {
		return this.read('appErrors.openCode') === 'same' ? 'same' : 'beside';
	}

	/** How errors are shown in the code. */
	get codeMarks(): SettingTypes['appErrors.codeMarks'] {
		const chosen = this.read('appErrors.codeMarks');
		return codeMarkKinds.find((kind) => kind === chosen) ?? 'lens';
	}

	/** Whether a person wants nothing to do with agents, in the editor as a whole. */
	get hasNoAgents(): boolean {
		return vscode.workspace.getConfiguration().get(aiIsOff) === true;
	}

	get additionalFields(): Field[] {
		return this.read('appErrors.additionalFields')
			.filter((entry) => isFieldName(entry.name))
			.map((entry) => ({
				name: entry.name,
				type: entry.type ?? 'string',
				// Unknown fields count as personal until a person says otherwise.
				personal: entry.personal ?? true,
				group: entry.personal === false ? 'app' : 'identity',
				meaning: entry.meaning ?? '',
			}));
	}

	/** Names of additional fields that can point at a person. */
	get personalFields(): readonly string[] {
		return this.additionalFields.filter(({ personal }) => personal).map(({ name }) => name);
	}

	get fields(): FieldTable {
		return new FieldTable(this.additionalFields);
	}

	/** A zone that overrides the application's own: an IANA name, or `local` for this machine's. */
	get timeZone(): Zone | undefined {
		const name = this.read('appErrors.timeZone').trim();
		if (name === 'local') {
			return { kind: 'named', name: Intl.DateTimeFormat().resolvedOptions().timeZone };
		}
		return name !== '' && isZoneName(name) ? { kind: 'named', name } : undefined;
	}

	/** The zone on whose clock moments are shown to a person. */
	get timeZoneName(): string {
		const zone = this.timeZone;
		return zone?.kind === 'named' ? zone.name : Intl.DateTimeFormat().resolvedOptions().timeZone;
	}

	/** The editor's own `http.*`, which its proxy and certificate handling would follow, and our time limits. */
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
				headers: this.milliseconds('appErrors.timeouts.headersSeconds', defaultTimeouts.headers),
				silentBody: this.milliseconds('appErrors.timeouts.silentBodySeconds', defaultTimeouts.silentBody),
			},
		};
	}

	/** Keeps a value in the user's settings, never in a workspace's; undefined takes it away. */
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

	/** The editor marks a value that the manifest forbids, and gives it all the same. */
	private milliseconds(key: KeysOf<number>, usual: number): number {
		const seconds: unknown = this.read(key);
		return typeof seconds === 'number' ? Math.min(maxSeconds, Math.max(1, seconds)) * 1000 : usual;
	}

	private read<K extends keyof SettingTypes>(key: K): SettingTypes[K] {
		// The manifest declares a default for each, so the value is always there.
		return vscode.workspace.getConfiguration().get(key) as SettingTypes[K];
	}
}

/** What of a setting's value may be of use; the editor gives whatever was written. */
function textsIn(value: unknown): readonly string[] {
	const all: readonly unknown[] = Array.isArray(value) ? value : [];
	return all.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}
