import type { Sibling, SiblingFormat, Values } from './siblings';

/** Columns that the commands `k`, `kb` and `kn` of WinDbg print before a symbol, and their captions. */
const columns: readonly (readonly [name: string, caption: string, of: (values: Values, index: number) => string])[] = [
	[
		'numbers',
		' # Child-SP          RetAddr               Call Site',
		(values, index) => `0${index} ${address(values)} ${address(values)}     `,
	],
	['no numbers', 'Child-SP          RetAddr           Call Site', (values) => `${address(values)} ${address(values)} `],
	['32 bits', 'ChildEBP RetAddr  ', (values) => `0${values.hex(7)} 0${values.hex(7)} `],
	[
		'arguments',
		'RetAddr               : Args to Child                                                           : Call Site',
		(values) => `${address(values)} : ${address(values)} ${address(values)} : `,
	],
];

function address(values: Values): string {
	return `0000${values.hex(4)}\`${values.hex(8)}`;
}

function clrPointers(values: Values): string {
	return `0000${values.hex(8)} 0000${values.hex(8)}`.toUpperCase();
}

export const debuggerFormats: readonly SiblingFormat[] = [
	...columns.map(([name, caption, before]) => ({
		name: `WinDbg with ${name}`,
		make: (values: Values): Sibling => {
			const [space, type, method, load, line] = [
				values.word(),
				values.type(),
				values.word(),
				values.word(),
				values.line(),
			];
			const symbols = [
				`Shop!${space}::${type}::${method}+0x1c [C:\\src\\my app\\${space}.cpp @ ${line}]`,
				`Shop!${space}::${load}+0x24 [C:\\src\\my app\\${space}.cpp @ ${line + 9}]`,
				'KERNEL32!BaseThreadInitThunk+0x14',
				'ntdll!RtlUserThreadStart+0x21',
			];
			return {
				platform: 'cpp',
				text: `${caption}\n${symbols.map((symbol, index) => before(values, index) + symbol).join('\n')}`,
				header: 'undefined: ',
				frames: [
					`${method}@C:\\src\\my app\\${space}.cpp:${line}`,
					`${load}@C:\\src\\my app\\${space}.cpp:${line + 9}`,
					'BaseThreadInitThunk@',
					'RtlUserThreadStart@',
				],
				title: `${type}.${method}`,
			};
		},
	})),
	...['', 'Shop.dll!'].map((module) => ({
		name: `stack of managed code in a debugger (${module === '' ? 'without' : 'with'} modules)`,
		make: (values: Values): Sibling => {
			const [type, method, load, line] = [values.type(), values.type(), values.type(), values.line()];
			const offset = module === '' ? '' : ' + 47';
			return {
				platform: 'dotnet',
				text: `OS Thread Id: 0x${values.hex(4)} (0)
        Child SP               IP Call Site
${clrPointers(values)} [HelperMethodFrame: 000000d1e4bfe8a8]
${clrPointers(values)} ${module}Acme.Shop.${type}.${method}(Int32, System.String)${offset} [C:\\src\\my shop\\${type}.cs @ ${line}]
${clrPointers(values)} ${module}Acme.Shop.${type}+<${load}>d__4.MoveNext()${offset} [/src/${type}.cs @ ${line + 1}]
${clrPointers(values)} ${module}System.Threading.Tasks.Task.Execute()${offset}
${clrPointers(values)} [GCFrame: 000000d1e4bfec20]`,
				header: ': 0x',
				frames: [
					`${method}@C:\\src\\my shop\\${type}.cs:${line}`,
					`<${load}>d__4.MoveNext@/src/${type}.cs:${line + 1}`,
					'Execute@',
				],
				title: `${type}.${method}`,
			};
		},
	})),
];
