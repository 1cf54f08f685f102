import type { Sibling, SiblingFormat, Values } from './siblings';

const ipsHeader = (bugType: string) =>
	`{"app_name":"Shop","timestamp":"2026-11-20 10:00:00.00 +0100","app_version":"3.1","bundleID":"com.example.shop","bug_type":"${bugType}","os_version":"iPhone OS 18.1 (22B83)","name":"Shop"}`;

/** Events, their measured values, and the types of their `.ips` files. */
const events: readonly (readonly [bugType: string, event: string, measure: string, value: string])[] = [
	[
		'202',
		'cpu usage',
		'CPU',
		'90 seconds cpu time over 156 seconds (58% cpu average), exceeding limit of 50% cpu over 180 seconds',
	],
	[
		'142',
		'wakeups',
		'Wakeups',
		'45014 wakeups over the last 79 seconds (573 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds',
	],
	[
		'145',
		'disk writes',
		'Writes',
		'1074.31 MB of file backed memory dirtied over 660 seconds (1627.38 KB per second average), exceeding limit of 12.43 KB per second over 86400 seconds',
	],
	['228', 'hang', 'Duration', '7.23s'],
];

interface Names {
	readonly app: string;
	readonly type: string;
	readonly method: string;
	readonly caller: string;
	readonly line: number;
}

function namesOf(values: Values): Names {
	return {
		app: values.type(),
		type: values.type(),
		method: values.word(),
		caller: values.word(),
		line: values.line(),
	};
}

/** Frames of one stack, outermost first. */
function symbolized(values: Values, { app, type, method, caller, line }: Names): readonly string[] {
	const at = (image: string) => `${image} + ${values.hex(4).replace(/\D/g, '7')}) [0x${values.hex(9)}]`;
	return [
		`start + 462 (${at('dyld')}`,
		`${app}_main + 9 (${app}App.swift in ${at(app)}`,
		`${type}.${caller}(a:b:) + 35 (${type}.swift:${line},9 in ${at(app)}`,
		`specialized ${type}.${method}() + 126 (${at(app)}`,
		`-[NSView _layoutSubtreeWithOldSize:] + 695 (${at('AppKit')}`,
	];
}

const framesOf = ({ app, type, method, caller, line }: Names) => [
	'start@',
	`${app}_main@${app}App.swift`,
	`${caller}(a:b:)@${type}.swift:${line}`,
	`${method}()@`,
	'_layoutSubtreeWithOldSize:@',
];

function report(bugType: string, event: string, measures: readonly string[]): string {
	return `${ipsHeader(bugType)}
Date/Time:        2026-11-20 10:00:00.123 +0100
End time:         2026-11-20 10:02:36.123 +0100
OS Version:       iPhone OS 18.1 (Build 22B83)
Architecture:     arm64e
Report Version:   53

Data Source:      Microstackshots
Shared Cache:     A1B49F5A-B8C8-32A5-BD8D-EB936DFCE5CB slid base address 0x1975c4000, slide 0x175c4000

Command:          Shop
Path:             /private/var/containers/Bundle/Application/8CD1FFF7/Shop.app/Shop
Version:          3.1 (31)
Parent:           UNKNOWN [1]
PID:              251

Event:            ${event}
${measures.join('\n')}
Steps:            38

Hardware model:   iPhone14,2
Active cpus:      6
`;
}

const kernel = ' *1   ??? (kernel + 1113914) [0xffffff800031ff3a]';

function images(app: string): string {
	return `  Binary Images:
           0x102a68000 -        0x102b9ffff  ${app} 3.1 (31)  <5A0C1D7E-93B2-4C3F-8D61-A7B0E4F29C18>  /private/var/containers/Bundle/Application/8CD1FFF7/Shop.app/${app}
           0x18f8f4000 -        0x18f92cfff  libsystem_kernel.dylib (1)  <6B0C1D7E-93B2-4C3F-8D61-A7B0E4F29C18>  /usr/lib/system/libsystem_kernel.dylib`;
}

export const sampledStackFormats: readonly SiblingFormat[] = [
	...events.map(
		([bugType, event, measure, value]): SiblingFormat => ({
			name: `.ips report about ${event}`,
			isFile: true,
			make: (values: Values): Sibling => {
				const names = namesOf(values);
				const aligned = `${`${measure}:`.padEnd(18)}${value}`;
				const stack = symbolized(values, names).map((frame) => `  27  ${frame}`);
				const tree = symbolized(values, names).map((frame, depth) => `  ${'  '.repeat(depth)}27  ${frame} 1-27`);
				return {
					platform: 'apple',
					text: `${report(bugType, event, ['Action taken:     none', aligned, 'CPU limit:        90s'])}
Heaviest stack for the target process:
${stack.join('\n')}
${kernel}


Powerstats for:   ${names.app} [251]
UUID:             5A0C1D7E-93B2-4C3F-8D61-A7B0E4F29C18
Num samples:      27 (71%)
Primary state:    27 samples Frontmost App, User mode, Effective Thread QoS User Interactive
Power Source:     27 samples on Battery, 0 samples on AC
${tree.join('\n')}

${images(names.app)}`,
					header: `${event}: ${value}`,
					frames: [...framesOf(names), ...framesOf(names)],
					title: event,
				};
			},
		}),
	),
	{
		name: 'macOS hang report with threads',
		isFile: true,
		make: (values: Values): Sibling => {
			const names = namesOf(values);
			const stack = symbolized(values, names).map((frame) => `  49  ${frame}`);
			const tree = symbolized(values, names).map((frame, depth) => `  ${'  '.repeat(depth)}49  ${frame} 1-49`);
			return {
				platform: 'apple',
				text: `Date/Time:        2026-11-20 10:00:00.000 +0100
Command:          Shop
PID:              27952

Event:            hang
Duration:         7.23s
Duration Sampled: 4.90s (process was unresponsive for 2 seconds before sampling)
Steps:            49 (100ms sampling interval)

--------------------------------------------------
Timeline format: stacks are sorted chronologically
Use -i and -heavy to re-report with count sorting
--------------------------------------------------


Heaviest stack for the main thread of the target process:
${stack.join('\n')}
${kernel}


Process:          ${names.app} [27952]
UUID:             70CFDCC9-8CE5-37C8-B428-9C01403E01D8
Num samples:      49 (1-49)
Note:             Unresponsive for 2 seconds before sampling

  Thread 0x2ca9e    DispatchQueue "com.apple.main-thread"(1)    49 samples (1-49)    priority 47 (base 47)    cpu time 0.091s
  <process frontmost, thread QoS user interactive (requested user interactive), process unclamped, IO tier 0>
${tree.join('\n')}

  Thread 0x2cab0    Thread name "com.example.loader"    49 samples (1-49)    priority 31 (base 31)
  49  mach_msg2_trap + 10 (libsystem_kernel.dylib + 5714) [0x${values.hex(9)}] (blocked by turnstile waiting for ${names.app} [27952] thread 0x2ca9e) 1-49

${images(names.app)}`,
				header: 'hang: 7.23s',
				frames: [...framesOf(names), ...framesOf(names), 'mach_msg2_trap@'],
				title: 'hang',
			};
		},
	},
	{
		name: 'macOS hang report sorted by count',
		isFile: true,
		make: (values: Values): Sibling => {
			const { app, type, method, caller, line } = namesOf(values);
			const address = () => `[0x${values.hex(9)}]`;
			return {
				platform: 'apple',
				text: `Command:          Shop
Event:            hang
Duration:         3.10s
Steps:            31 (100ms sampling interval)

--------------------------------------------------
Heavy format: stacks are sorted by count
Use -i and -timeline to re-report with chronological sorting
--------------------------------------------------


Process:          ${app} [27952]
UUID:             5A0C1D7E-93B2-4C3F-8D61-A7B0E4F29C18
Num samples:      31

  Thread 0x2ca9e    DispatchQueue 1          31 samples (1-31)    priority 47 (base 47)    cpu time 0.091s
  31  start + 462 (dyld + 21806) ${address()}
    20  ${type}.${method}() + 35 (${type}.swift:${line} in ${app} + 17460) ${address()}
      20  __psynch_mutexwait + 8 (libsystem_kernel.dylib + 1234) ${address()}
     *20  psynch_mtxcontinue + 0 (pthread + 12345) ${address()} (blocked by turnstile waiting for ${app} [27952] thread 0x2cab1)
    11  ${type}.${caller}() + 35 (${app} + 17461) ${address()}`,
				header: 'hang: 3.10s',
				frames: ['start@', `${method}()@${type}.swift:${line}`, '__psynch_mutexwait@', `${caller}()@`],
				title: 'hang',
			};
		},
	},
	{
		name: 'report with only a call graph',
		isFile: true,
		make: (values: Values): Sibling => {
			const names = namesOf(values);
			const address = () => `[0x${values.hex(5)}]`;
			return {
				platform: 'apple',
				text: `PID:             8363
Event:           wakeups (microstackshots only)
Wakeups:         737 wakeups per second for 62 seconds
Duration:        62.00s
Steps:           63


Powerstats for:  ${names.app} [8363]
Start time:      2026-11-20 10:00:00 +0100
Microstackshots: 18 samples (28%)
User Activity:   0 samples Idle, 18 samples Active
  12 start + 53 (${names.app}) ${address()}
    12 NSApplicationMain + 1165 (AppKit) ${address()}
      9 ${names.type}.${names.method}() + 719 (${names.app}) ${address()}
        9 mach_msg_trap + 10 (libsystem_kernel.dylib) ${address()}
      3 ${names.type}.${names.caller}() + 119 (${names.app}) ${address()}
  2 thread_start + 13 (libsystem_pthread.dylib) ${address()}`,
				header: 'wakeups: 737 wakeups per second for 62 seconds',
				frames: [
					'start@',
					'NSApplicationMain@',
					`${names.method}()@`,
					'mach_msg_trap@',
					`${names.caller}()@`,
					'thread_start@',
				],
				title: 'wakeups',
			};
		},
	},
];
