import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const signals = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });
const gracePeriod = 3_000;

// Exits when this process is interrupted. This also ends the program's child processes.
/** @returns {() => void} Removes the handler. */
export function exitWhenInterrupted() {
	return onInterruption((signal) => process.exit(128 + signals[signal]));
}

export function interruption() {
	return new Promise((resolve) => onInterruption(resolve));
}

// Also detects the exit of the parent process: npm sends signals only to a shell, which does not forward them.
/** @param {(signal: keyof typeof signals) => void} listener */
function onInterruption(listener) {
	const names = /** @type {(keyof typeof signals)[]} */ (Object.keys(signals));
	for (const name of names) process.once(name, listener);
	const parent = process.ppid;
	const watch = setInterval(() => process.ppid !== parent && listener('SIGHUP'), 500).unref();
	return () => {
		clearInterval(watch);
		for (const name of names) process.off(name, listener);
	};
}

// Words may contain blanks and `&`, but no quotation marks.
/** @param {readonly string[]} words */
export function commandForCmd(words) {
	return words.map((word) => `"${word}"`).join(' ');
}

/**
 * Starts a program whose process group receives SIGKILL when this process exits, or SIGTERM if `hasGroups` is set.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { hasGroups?: boolean }} options
 */
export function startProcess(command, args, { hasGroups = false, ...options }) {
	const child = spawn(command, args, { ...options, detached: process.platform !== 'win32', windowsHide: true });
	const endNow = () => signalTree(child, hasGroups ? 'SIGTERM' : 'SIGKILL');
	process.once('exit', endNow);

	const ended = new Promise((resolve) => {
		child.once('error', resolve);
		child.once('exit', resolve);
	});

	const stop = async () => {
		signalTree(child, 'SIGTERM');
		await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, gracePeriod).unref())]);
		// Child processes can outlive their parent, even if it exits normally.
		signalTree(child, 'SIGKILL');
		await ended;
		process.off('exit', endNow);
	};
	return { child, stop };
}

/** @param {import('node:child_process').ChildProcess} child @param {'SIGTERM' | 'SIGKILL'} signal */
function signalTree(child, signal) {
	if (child.pid === undefined) return;
	if (process.platform === 'win32') {
		if (child.exitCode === null) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch {
		// All processes of the group have ended.
	}
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { hasGroups?: boolean, onLine?: (line: string) => void }} options
 * @returns {Promise<number>}
 */
export async function runProcess(command, args, { onLine, ...options }) {
	const { child, stop } = startProcess(command, args, {
		stdio: onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
		...options,
	});
	if (onLine) {
		eachLine(child.stdout, onLine);
		eachLine(child.stderr, onLine);
	}
	const [code] = await once(child, 'close');
	await stop();
	return code ?? 1;
}

/** @param {import('node:stream').Readable | null} stream @param {(line: string) => void} onLine */
export function eachLine(stream, onLine) {
	if (!stream) return;
	stream.setEncoding('utf8');
	let rest = '';
	stream.on('data', (chunk) => {
		const lines = (rest + chunk).split(/\r?\n/);
		rest = lines.pop() ?? '';
		for (const line of lines) onLine(line);
	});
	stream.on('end', () => {
		if (rest) onLine(rest);
	});
}
