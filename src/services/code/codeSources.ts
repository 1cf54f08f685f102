import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isDatasetFile } from '../../core/database/datasetDocument';
import type { ExportEntry } from '../../core/export/model/entry';
import { zoneName } from '../../core/plan/range';
import { isManifest } from '../../core/sync/model/names';
import type { DescribedSyncedSet, SyncedSetEntry } from '../../engine/protocol';
import type { RecordsFacts } from '../../shared/comparison';
import { DisposableStore } from '../../shared/disposables';
import { logFault } from '../../vscode/logFault';
import { describeExportForCode, describeSetForCode } from '../../wording/codeMarkMessages';
import { applicationName } from '../../wording/planMessages';
import type { RecordsInView, ViewedRecords } from '../results/recordsInView';
import { queryRecords, RecordsOnDemand, type RecordsOnDemandServices } from '../results/recordsOnDemand';
import type { UsedInCode } from './usedInCode';

const idleMs = 5 * 60_000;

export interface CodeSource extends Pick<ViewedRecords, 'ask'> {
	/** Path of the records file, or of the manifest of a synced set. */
	readonly path: string;
	readonly application: { readonly id: string; readonly name: string } | undefined;
	readonly label: string;
	/** Time zone of the application. Undefined means the local time zone. */
	readonly timeZone: string | undefined;
	readonly facts: Pick<RecordsFacts, 'filters' | 'proof'> | undefined;
	/**
	 * Number of older files of the application for which code marks are enabled. The records in these files are not
	 * counted.
	 */
	readonly older: number;
}

interface CodeSourceServices extends RecordsOnDemandServices {
	readonly exports: RecordsOnDemandServices['exports'] & {
		readonly onDidChange: vscode.Event<void>;
		facts(path: string): Promise<RecordsFacts | undefined>;
	};
	readonly syncedRecords: RecordsOnDemandServices['syncedRecords'] & {
		readonly onDidUpdate: vscode.Event<SyncedSetEntry>;
	};
}

interface KnownSource extends Omit<CodeSource, 'older'> {
	/** Time when the records were requested (Unix time in seconds). */
	readonly at: number;
}

/** Records that are used for code marks. Exports may overlap, so only the newest records of an application are used. */
export class CodeSources implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly files = new Map<string, RestingFile>();
	private listed: Promise<readonly CodeSource[]> | undefined;

	constructor(
		private readonly inView: RecordsInView,
		private readonly used: UsedInCode,
		private readonly services: CodeSourceServices,
	) {
		const forget = () => {
			this.listed = undefined;
			this.changed.fire();
		};
		this.store.add(inView.onDidChange(forget));
		this.store.add(used.onDidChange(forget));
		this.store.add(services.exports.onDidChange(() => this.any && forget()));
		this.store.add(
			services.syncedRecords.onDidUpdate(({ known }) => {
				this.files.get(known?.manifest ?? '')?.readAgain();
				if (this.any) {
					forget();
				}
			}),
		);
	}

	get any(): boolean {
		return this.viewed.length > 0 || this.used.paths.length > 0;
	}

	list(): Promise<readonly CodeSource[]> {
		this.listed ??= this.find();
		this.listed.catch(() => {
			this.listed = undefined;
		});
		return this.listed;
	}

	dispose(): void {
		for (const file of this.files.values()) {
			file.dispose();
		}
		this.store.dispose();
	}

	/** Returns records that are open in a view. Records in databases are omitted, because code marks require a file. */
	private get viewed(): readonly ViewedRecords[] {
		return this.inView.all.filter(({ uri }) => !isDatasetFile(uri.fsPath));
	}

	private async find(): Promise<readonly CodeSource[]> {
		const { viewed } = this;
		const opened = viewed.filter(({ isRead }) => isRead);
		const shown = new Set(viewed.map(({ uri }) => uri.fsPath));
		const paths = this.used.paths.filter((path) => !shown.has(path));
		for (const [path, file] of this.files) {
			if (!paths.includes(path)) {
				file.dispose();
				this.files.delete(path);
			}
		}
		const known = await Promise.all([
			...opened.map((records) => this.describe(records.uri.fsPath, records)),
			...paths.map(async (path) => ((await isThere(path)) ? this.describe(path, this.fileOf(path)) : undefined)),
		]);
		for (const records of viewed) {
			if (!opened.includes(records)) {
				// A hidden view doesn't read its records until it becomes visible, so reading is started here.
				records.startReading();
			}
		}
		return newestOfEach(known.filter((one) => one !== undefined));
	}

	private async describe(path: string, records: Pick<ViewedRecords, 'ask'>): Promise<KnownSource> {
		const { exports, syncedRecords, log } = this.services;
		const undescribed = (error: unknown) => {
			logFault(log, 'errors in code', error);
			return undefined;
		};
		const entry = await exports.describe(path).catch(undescribed);
		const set = !entry && isManifest(path) ? await syncedRecords.describe(path).catch(undescribed) : undefined;
		const zone = entry?.stored.zone ?? set?.known?.zone;
		const facts = entry || set ? await exports.facts(path).catch(undescribed) : undefined;
		return {
			path,
			application: getApplication(entry ?? set),
			label: entry ? describeExportForCode(entry) : set?.known ? describeSetForCode(set.known) : basename(path),
			timeZone: zone && zoneName(zone),
			facts,
			at: facts?.askedAt ?? 0,
			ask: (signal, question) => records.ask(signal, question),
		};
	}

	private fileOf(path: string): RestingFile {
		const known = this.files.get(path) ?? new RestingFile(path, this.services, () => this.changed.fire());
		this.files.set(path, known);
		return known;
	}
}

function getApplication(of: ExportEntry | DescribedSyncedSet | undefined): KnownSource['application'] {
	const plan = of && ('stored' in of ? of.stored.plan : of.known?.plan);
	return plan && { id: plan.application.id, name: applicationName(plan) };
}

function newestOfEach(known: readonly KnownSource[]): CodeSource[] {
	const sorted = [...known].sort((one, other) => other.at - one.at);
	const getKey = ({ application, path }: KnownSource) => application?.id ?? path;
	const newest = sorted.filter((one, index) => sorted.findIndex((other) => getKey(other) === getKey(one)) === index);
	return newest.map(({ at, ...one }) => ({
		...one,
		older: sorted.filter((other) => getKey(other) === getKey({ ...one, at })).length - 1,
	}));
}

async function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

class RestingFile implements vscode.Disposable {
	private readonly file: RecordsOnDemand;
	private readonly listening: vscode.Disposable;
	private asked = 0;
	private resting: NodeJS.Timeout | undefined;

	constructor(path: string, services: CodeSourceServices, onDidChange: () => void) {
		this.file = new RecordsOnDemand(path, undefined, services);
		this.listening = this.file.onDidChange(onDidChange);
	}

	async ask<T>(signal: AbortSignal | undefined, question: (session: string) => Promise<T>): Promise<T> {
		this.asked++;
		clearTimeout(this.resting);
		try {
			await this.file.whole();
			return await queryRecords([this.file], signal, ([session = '']) => question(session));
		} finally {
			this.asked--;
			if (this.asked === 0) {
				this.resting = setTimeout(() => this.file.readAgain(), idleMs);
			}
		}
	}

	readAgain(): void {
		this.file.readAgain();
	}

	dispose(): void {
		clearTimeout(this.resting);
		this.listening.dispose();
		this.file.dispose();
	}
}
