import { resolve } from 'node:path';
import { AppError } from '../../core/common/errors';
import { defaultTimeouts } from '../../core/common/timeouts';
import { parseAddress } from '../../core/service/address';
import type { OwnName } from '../../core/stack/own/ownCode';
import { EngineClient } from '../../engine/engineClient';
import type { HostApi } from '../../engine/protocol';
import { originMappings } from '../../services/mappings/originMappings';
import type { Handlers } from '../../shared/rpc';
import { CommandLineAccount } from '../account/account';
import { deviceKeyOf } from '../account/deviceKey';
import type { Given } from '../asked/options';
import type { Terminal } from '../asked/terminal';
import type { Progress } from '../out/progress';
import { librariesOf } from '../records/library';
import { OpenFile } from '../records/openFile';
import { liesBesideQuestion, recordsAt } from '../records/recordsAt';
import { FolderFrames } from '../workspace/folderFrames';
import { FolderMappings } from '../workspace/folderMappings';

/** What belongs to the program itself. */
export interface Installed {
	/** Path of the engine's script. */
	readonly engine: string;
	readonly version: string;
}

/** Sources are listed again after so long at the soonest (milliseconds), */
const freshMs = 2_000;
/** and after so many times as long as listing them took. */
const restOfListing = 20;

/** What commands work with. Nothing of it starts, reads or connects before a command asks for it. */
export class World implements AsyncDisposable {
	readonly version: string;
	readonly engine: EngineClient;
	readonly account: CommandLineAccount;
	/** Roots of the libraries of exports; new ones go to the first. */
	readonly libraries: readonly string[];
	/** The folder of the sources, absolute. */
	readonly folder: string;
	readonly mappings: FolderMappings;
	private sources: Promise<FolderFrames> | undefined;
	/** What the last listing came to, and when another may be made, by the clock of `performance`. */
	private listed: FolderFrames | undefined;
	private listAgainAt = 0;
	/** What the folder declares, for an engine that starts. */
	private ownNames: readonly OwnName[] = [];

	constructor(
		private readonly given: Given,
		readonly terminal: Terminal,
		readonly progress: Progress,
		readonly signal: AbortSignal,
		installed: Installed,
	) {
		const { cwd } = terminal;
		this.account = new CommandLineAccount(given, terminal);
		this.version = installed.version;
		this.libraries = librariesOf(given, terminal);
		this.folder = resolve(cwd, given.text('workspace') ?? '.');
		this.mappings = new FolderMappings(this.folder, given.texts('mappings'));
		this.engine = new EngineClient(
			installed.engine,
			this.host(),
			(error) => progress.note(`the engine stopped: ${error.name}`),
			() => this.ownNames,
		);
	}

	/** The sources are listed when this is called first; groups are made by what they declare from then on. */
	frames(): Promise<FolderFrames> {
		this.sources ??= this.listSources();
		return this.sources;
	}

	/**
	 * As `frames`, of sources that were listed a short while ago at most: for whoever answers for hours, while they come and
	 * go. Listing takes a small part of the time, however many there are.
	 */
	async framesOfNow(): Promise<FolderFrames> {
		const listed = this.sources && (await this.sources);
		if (listed && this.listed === listed && performance.now() >= this.listAgainAt) {
			this.listed = undefined;
			this.sources = this.listSources();
		}
		return this.frames();
	}

	/** @param typed A file of records, the folder of an export, or the manifest of kept records. */
	async open(typed: string): Promise<OpenFile> {
		const path = await recordsAt(resolve(this.terminal.cwd, typed));
		await this.frames();
		const { engine, libraries, mappings, signal } = this;
		const file = await OpenFile.read(path, {
			...{ engine, libraries, mappings, signal },
			onProgress: (share) => this.progress.share('reading', share),
		});
		this.progress.clear();
		if (!file.facts && (await liesBesideQuestion(path))) {
			this.progress.note(
				`${path} is in none of the folders of exports (--library), so it is not known how it was asked for, nor whether it is complete.`,
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
			this.engine.call('askSources', { question, sources }, { signal }),
		);
		this.ownNames = frames.own.names;
		this.listed = frames;
		const now = performance.now();
		this.listAgainAt = now + Math.max(freshMs, restOfListing * (now - started));
		return frames;
	}

	/** What the engine may ask of whoever started it. */
	private host(): Handlers<HostApi> {
		return {
			credentials: ({ refusedToken }) => this.account.target(refusedToken),
			network: () => ({
				proxyOff: false,
				// The environment's, as for other programs.
				proxy: undefined,
				noProxy: [],
				proxyAuthorization: undefined,
				proxyStrictSsl: true,
				systemCertificates: true,
				timeouts: defaultTimeouts,
			}),
			databaseAccess: (address) => {
				const { url, user } = address;
				// The password is for the one that was typed, and for no other.
				const typed = parseAddress(this.given.text('database') ?? '');
				const password = this.terminal.env['APP_ERRORS_DATABASE_PASSWORD'];
				if (!typed.ok || typed.address !== url || password === undefined) {
					throw new AppError({ kind: 'databaseNotConnected', address: url, user });
				}
				return { ...address, password, allowInsecure: false };
			},
			deviceKey: () => deviceKeyOf(this.terminal.env),
			locateFrames: async ({ frames, trace }, { signal }) => {
				const sources = await this.frames();
				return Promise.all(frames.map((frame) => sources.locate({ frame, trace }, signal)));
			},
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
