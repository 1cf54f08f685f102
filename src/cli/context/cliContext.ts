import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../../core/common/errors';
import { defaultDatabaseQueryMs, defaultTimeouts } from '../../core/common/timeouts';
import type { DeviceKey } from '../../core/export/hashed/deviceHasher';
import { originMappings } from '../../core/mappings/traceOrigins';
import { parseAddress } from '../../core/service/address';
import type { OwnName } from '../../core/stack/own/ownCode';
import type { SuspectQuestion, SuspectSearch, Suspects } from '../../core/suspects/suspects';
import { isManifest } from '../../core/sync/model/names';
import { EngineClient, type EngineThread } from '../../engine/engineClient';
import type { EngineStart, HostApi } from '../../engine/protocol';
import type { Handlers } from '../../shared/rpc';
import { CommandLineAccount } from '../account/account';
import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';
import type { Progress } from '../output/progress';
import type { Json } from '../output/result';
import { OpenFile } from '../records/openFile';
import { isInExportFolder, recordsAt } from '../records/recordsAt';
import { FolderFrames } from '../workspace/folderFrames';
import { FolderMappings } from '../workspace/folderMappings';

export interface Installed {
	readonly startEngine: (start: EngineStart) => EngineThread;
	readonly version: string;
	readonly url: string;
}

const freshMs = 2_000;
/** Minimum pause before source files are listed again, as a multiple of the time that the last listing took. */
const restOfListing = 20;

interface CliContextOptions {
	readonly signal: AbortSignal;
	readonly installed: Installed;
	readonly onRow?: ((row: Json) => Promise<void>) | undefined;
}

const ofExtension = join('User', 'globalStorage', 'app-errors.app-errors', 'exports');

/** User data folders of VS Code, and of other editors that store extension data in the same way. */
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor'];
const remotes = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server', '.cursor-server'];

export class CliContext implements AsyncDisposable {
	readonly version: string;
	readonly url: string;
	readonly engine: EngineClient;
	readonly account: CommandLineAccount;
	/** Folders with exports. New exports are stored in the first folder. */
	readonly libraries: readonly string[];
	readonly folder: string;
	readonly mappings: FolderMappings;
	private sources: Promise<FolderFrames> | undefined;
	private listed: FolderFrames | undefined;
	private listAgainAt = 0;
	private ownNames: readonly OwnName[] = [];

	readonly signal: AbortSignal;
	readonly onRow: ((row: Json) => Promise<void>) | undefined;

	constructor(
		private readonly given: ParsedOptions,
		readonly terminal: Terminal,
		readonly progress: Progress,
		{ signal, installed, onRow }: CliContextOptions,
	) {
		this.signal = signal;
		this.onRow = onRow;
		const { cwd } = terminal;
		this.account = new CommandLineAccount(given, terminal);
		this.version = installed.version;
		this.url = installed.url;
		this.libraries = getLibraries(given, terminal);
		this.folder = resolve(cwd, given.text('workspace') ?? '.');
		this.mappings = new FolderMappings(this.folder, given.texts('mappings'), (pattern) =>
			progress.note(`No file matches --mappings ${pattern}`),
		);
		this.engine = new EngineClient(
			installed.startEngine,
			this.host(),
			(error) => progress.note(`the engine stopped: ${error.name}`),
			() => this.ownNames,
		);
	}

	/** Returns the source files, whose declared names are needed for grouping. The first call lists the files. */
	frames(): Promise<FolderFrames> {
		this.sources ??= this.checkFolder().then(() => this.listSources());
		return this.sources;
	}

	/** Returns the same result as `frames`, but lists the files again if the last listing is too old. */
	async framesOfNow(): Promise<FolderFrames> {
		const listed = this.sources && (await this.sources);
		if (listed && this.listed === listed && performance.now() >= this.listAgainAt) {
			this.listed = undefined;
			this.sources = this.listSources();
		}
		return this.frames();
	}

	/** Throws if the folder doesn't exist, because a missing folder would look like a folder without source files. */
	async checkFolder(): Promise<void> {
		const stats = await stat(this.folder).catch(() => undefined);
		// The option's value is empty if the user passed an unset shell variable.
		if (!stats?.isDirectory() || this.given.text('workspace') === '') {
			throw new UsageError(`--workspace: ${this.given.text('workspace') === '' ? '' : this.folder} is not a folder`);
		}
	}

	get suspectSearch(): SuspectSearch {
		return { tagPatterns: this.given.texts('version-tags') };
	}

	findSuspects(question: Pick<SuspectQuestion, 'lines' | 'versions'>): Promise<Suspects> {
		return this.engine.call('findSuspects', { ...question, ...this.suspectSearch }, { signal: this.signal });
	}

	async open(typed: string): Promise<OpenFile> {
		const path = await recordsAt(resolve(this.terminal.cwd, typed));
		await this.frames();
		const { engine, libraries, mappings, signal } = this;
		const file = await OpenFile.read(path, {
			engine,
			libraries,
			mappings,
			signal,
			onProgress: (share) => this.progress.share('reading', share),
		});
		this.progress.clear();
		if (file.info.total === 0 && !file.entry?.outcome?.flags.includes('empty') && !isManifest(path)) {
			await file[Symbol.asyncDispose]();
			throw new UsageError(`${path} contains no records`);
		}
		if (!file.facts && (await isInExportFolder(path))) {
			this.progress.note(
				`${path} is not in the export folder (--library), so its request and completeness are unknown.`,
			);
		}
		return file;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.engine.dispose();
	}

	private async listSources(): Promise<FolderFrames> {
		const started = performance.now();
		const frames = await FolderFrames.of(this.folder, (question, sources, signal) =>
			this.engine.call('readSourceEvidence', { question, sources }, { signal }),
		);
		this.ownNames = frames.own.names;
		this.listed = frames;
		const now = performance.now();
		this.listAgainAt = now + Math.max(freshMs, restOfListing * (now - started));
		return frames;
	}

	private host(): Handlers<HostApi> {
		return {
			credentials: ({ refusedToken }) => this.account.target(refusedToken),
			network: () => ({
				proxyOff: false,
				// As in other command-line tools, the proxy is read from environment variables.
				proxy: undefined,
				noProxy: [],
				proxyAuthorization: undefined,
				proxyStrictSsl: true,
				systemCertificates: true,
				timeouts: defaultTimeouts,
				databaseQueryMs: this.given.count('query-timeout', defaultDatabaseQueryMs / 1000) * 1000,
			}),
			databaseAccess: (address) => {
				const { url, user } = address;
				// The password is sent only to the database that the command line specifies.
				const typed = parseAddress(this.given.text('database') ?? '');
				const password = this.terminal.env['APP_ERRORS_DATABASE_PASSWORD'];
				if (!typed.ok || typed.address !== url || password === undefined) {
					throw new AppError({ kind: 'databaseNotConnected', address: url, user });
				}
				return { ...address, password, allowInsecure: this.given.has('allow-insecure') };
			},
			deviceKey: () => getDeviceKey(this.terminal.env),
			locateFrames: async ({ frames, trace }, { signal }) => {
				const sources = await this.frames();
				return Promise.all(frames.map((frame) => sources.locate({ frame, trace }, signal)));
			},
			findSource: async ({ path }) => (await this.frames()).find(path),
			findMappings: async ({ session, path }, { signal }) => {
				const { engine, libraries } = this;
				const entry = await engine.call('describeExport', { libraries, path }, { signal });
				return originMappings(
					this.mappings,
					() => engine.call('recordOrigins', { session }, { signal }),
					() => entry,
				);
			},
			ready: () => undefined,
			log: ({ level, message }) => {
				if (level === 'error' || level === 'warn') {
					this.progress.note(message);
				}
			},
		};
	}
}

/** Returns the key for hashing device IDs. Hashes can be compared between runs only if the same key is used. */
function getDeviceKey(env: Readonly<NodeJS.ProcessEnv>): DeviceKey {
	const secret = env['APP_ERRORS_DEVICE_KEY'];
	if (!secret || !/^[\da-f]{64}$/i.test(secret)) {
		throw new AppError({ kind: 'otherDeviceKey' });
	}
	return { secret };
}

/** Returns the export folder from the options, or else the export folders of all editors on this machine. */
function getLibraries(given: ParsedOptions, { env, cwd }: Pick<Terminal, 'env' | 'cwd'>): readonly string[] {
	const named = given.text('library') ?? env['APP_ERRORS_LIBRARY'];
	return named ? [resolve(cwd, named)] : ofEditors(env).filter((folder) => existsSync(folder));
}

function ofEditors(env: Readonly<NodeJS.ProcessEnv>): readonly string[] {
	const home = homedir();
	const settings = {
		win32: env['APPDATA'] ?? join(home, 'AppData', 'Roaming'),
		darwin: join(home, 'Library', 'Application Support'),
	}[process.platform as string];
	const root = settings ?? env['XDG_CONFIG_HOME'] ?? join(home, '.config');
	return [
		...editors.map((editor) => join(root, editor, ofExtension)),
		...remotes.map((remote) => join(home, remote, 'data', ofExtension)),
	];
}
