import { getTrace } from './bigFiles';

const frames = 30_000;
const lines = (count: number, make: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => make(index));
const address = (index: number) => `0x00000001045a${(index % 65_536).toString(16).padStart(4, '0')}`;

export function bigTraces(): Readonly<Record<string, string>> {
	return {
		'of a recursion': `java.lang.Error: x\n${'\tat a.b.c(SourceFile:17)\n'.repeat(80_000)}`,
		'of different frames': getTrace(5, 2_000_000),
		'of addresses': [
			'Thread 0 Crashed:',
			...lines(frames, (index) => `${index}   Shop    ${address(index)} 0x104500000 + ${index}`),
		].join('\n'),
		'of a bundle': [
			'Error: x',
			...lines(frames, (index) => `    at fn${index} (index.android.bundle:1:${index + 501})`),
		].join('\n'),
	};
}

export function bigMapping(): string {
	return lines(200_000, (index) =>
		index % 10 === 0
			? `com.example.C${index} -> a.b${index === 0 ? '' : index}:`
			: `    1:20:void run${index}(int):${index}:${index + 19} -> c`,
	).join('\n');
}
