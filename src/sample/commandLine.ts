import { parseArgs } from 'node:util';
import { faults } from './faults/faultTable';
import { parseFaultSetting } from './faults/setting';
import { type SampleOptions, type SampleServer, startSampleService } from './service';

const usage = `node sample.js [options]

  --port N               port on 127.0.0.1; default: 0 (any free port)
  --records N            number of records of a large application
  --seed N               seed for generating the records
  --token T              accepted token; default: a random token
  --now T                current time, such as 2026-11-20T09:00:00Z
  --fault NAME[=VALUE]   fault to simulate; can be repeated
  --faults               list the faults and exit
  --until-stdin-ends     also exit when standard input ends

The first line of the output is {"url":…,"token":…}.
`;

export async function runFromCommandLine(args: readonly string[]): Promise<number> {
	let command: Command;
	try {
		command = readCommand(args);
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		return 2;
	}
	if (command.kind === 'print') {
		process.stdout.write(command.text);
		return 0;
	}
	return run(command.options, command.untilStdinEnds);
}

async function run(options: SampleOptions, untilStdinEnds: boolean): Promise<number> {
	let service: SampleServer;
	try {
		service = await startSampleService(options);
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
		return 1;
	}
	process.stdout.write(`${JSON.stringify({ url: service.url, token: service.token })}\n`);
	await interrupted(untilStdinEnds);
	await service.close();
	return 0;
}

type Command =
	| { readonly kind: 'print'; readonly text: string }
	| { readonly kind: 'run'; readonly options: SampleOptions; readonly untilStdinEnds: boolean };

function readCommand(args: readonly string[]): Command {
	const { values } = parseArgs({
		args: [...args],
		options: {
			port: { type: 'string' },
			records: { type: 'string' },
			seed: { type: 'string' },
			token: { type: 'string' },
			now: { type: 'string' },
			fault: { type: 'string', multiple: true },
			faults: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
			'until-stdin-ends': { type: 'boolean' },
		},
	});
	if (values.help) {
		return { kind: 'print', text: usage };
	}
	if (values.faults) {
		return { kind: 'print', text: faults.map(({ name, meaning }) => `${name.padEnd(22)}${meaning}\n`).join('') };
	}
	return {
		kind: 'run',
		untilStdinEnds: values['until-stdin-ends'] ?? false,
		options: {
			port: readNumber('--port', values.port),
			records: readNumber('--records', values.records),
			seed: readNumber('--seed', values.seed),
			token: values.token,
			now: readMoment(values.now),
			faults: values.fault?.map(parseFaultSetting),
		},
	};
}

function readNumber(name: string, text: string | undefined): number | undefined {
	if (text !== undefined && !/^\d{1,15}$/.test(text)) {
		throw new Error(`${name} must be a number`);
	}
	return text === undefined ? undefined : Number(text);
}

function readMoment(text: string | undefined): number | undefined {
	const moment = text === undefined ? undefined : Date.parse(text);
	if (Number.isNaN(moment)) {
		throw new Error('--now must be a date and time');
	}
	return moment;
}

function interrupted(untilStdinEnds: boolean): Promise<void> {
	return new Promise((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
		if (untilStdinEnds) {
			process.stdin.resume().once('end', () => resolve());
		}
	});
}
