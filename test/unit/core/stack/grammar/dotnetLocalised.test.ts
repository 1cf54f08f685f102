import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads, type Row } from '../support/frames';

const path = 'D:\\Acme Shop (1)\\Cart.cs';

/** Frames and locations in the languages that .NET Framework is translated into. */
const places: readonly (readonly [language: string, at: string, place: string])[] = [
	['English', 'at', `in ${path}:line 40`],
	['German', 'bei', `in ${path}:Zeile 40.`],
	['French', 'à', `dans ${path}:ligne 40`],
	['Spanish', 'en', `en ${path}:línea 40`],
	['Italian', 'in', `in ${path}:riga 40`],
	['Portuguese', 'em', `na ${path}:linha 40`],
	['Russian', 'в', `в ${path}:строка 40`],
	['Japanese', '場所', `場所 ${path}:行 40`],
	['Chinese', '在', `位置 ${path}:行号 40`],
	['Chinese, as newer versions write it', '在', `在 ${path} 中: 第 40 行`],
	['traditional Chinese', '於', `於 ${path}: 行 40`],
	['Korean', '위치:', `파일 ${path}:줄 40`],
	['Polish', 'w', `w ${path}:wiersz 40`],
	['Czech', 'v', `v ${path}:řádek 40`],
	['Turkish', 'konum:', `${path} içinde: satır 40`],
	['Hungarian', 'a következő helyen:', `hely: ${path}, sor: 40`],
	['Dutch', 'bij', `in ${path}:regel 40`],
	['Swedish', 'vid', `i ${path}:rad 40`],
	['Danish', 'ved', `i ${path}:linje 40`],
];

const member = { type: 'Acme.Cart', method: 'Add' };

describe('localized .NET stack frames', () => {
	itReads(
		'dotnet',
		'managed',
		places.flatMap(([, at, place]): Row[] => [
			[`   ${at} Acme.Cart.Add(Int32 n)`, { ...member, link: 'Acme.Cart.Add' }],
			[`   ${at} Acme.Cart.Add(Int32 n) ${place}`, { ...member, at: `${path}:40`, link: shown(place) }],
		]),
	);

	itReads('dotnet', 'managed', [
		[
			'   bei Acme.Cart.<>c.<OnSave>b__1_0() in /src/Cart.cs:Zeile 17.',
			{
				type: 'Acme.Cart',
				method: '<>c.<OnSave>b__1_0',
				enclosing: 'Acme.Cart#OnSave',
				at: '/src/Cart.cs:17',
				link: '/src/Cart.cs:Zeile 17.',
			},
		],
		[
			`   в Acme.Cart.Add(Int32 n) в \\\\server\\share\\Сборка, вторая\\Cart.cs:строка 40`,
			{
				...member,
				at: '\\\\server\\share\\Сборка, вторая\\Cart.cs:40',
				link: '\\\\server\\share\\Сборка, вторая\\Cart.cs:строка 40',
			},
		],
	]);

	for (const [language, at, place] of places) {
		it(`recognizes consecutive localized .NET lines as frames, not as a message: ${language}`, () => {
			const frames = ['One', 'Two', 'Three'].map((name) => `   ${at} Acme.Cart.${name}() ${place}`);
			const { sections } = parseTrace(['System.InvalidOperationException: …', ...frames].join('\r\n'));
			assert.deepEqual(
				sections.map(({ header, lines }) => [header?.type, header?.message, lines.map(({ kind }) => kind)]),
				[['System.InvalidOperationException', '…', ['managed', 'managed', 'managed']]],
			);
		});
	}

	const ends: readonly (readonly [inner: string, rethrown: string])[] = [
		[
			'Ende der internen Ausnahmestapelüberwachung',
			'Ende der Stapelüberwachung vom vorhergehenden Ort, an dem die Ausnahme ausgelöst wurde',
		],
		[
			'Fin de la trace de la pile d’exception interne',
			'Fin de la trace de la pile à partir de l’emplacement précédent au niveau duquel l’exception a été levée',
		],
		[
			'Fin del seguimiento de la pila de la excepción interna',
			'Fin del seguimiento de la pila desde la ubicación anterior donde se produjo la excepción',
		],
		['Конец трассировки внутреннего стека исключений', 'Конец трассировка стека из предыдущего расположения'],
		['内部例外スタック トレースの終わり', '直前に例外がスローされた場所からのスタック トレースの終わり'],
		['内部异常堆栈跟踪的结尾', '引发异常的上一位置中堆栈跟踪的末尾'],
		['내부 예외 스택 추적의 끝', '예외가 throw된 이전 위치의 스택 추적 끝'],
		[
			'İç özel durum yığını izlemesinin sonu',
			'Özel durumun oluşturulduğu önceki konumdan başlayan yığın izlemesinin sonu',
		],
		['Koniec śladu stosu wyjątków wewnętrznych', 'Koniec śladu stosu z poprzedniej lokalizacji'],
		['Konec trasování zásobníku pro vnitřní výjimku', 'Konec trasování zásobníku z předchozího místa'],
		['Belső kivétel veremkivonatának vége', 'A korábbi, kivétel dobásának helyén készített veremkivonat vége'],
	];
	for (const [inner, rethrown] of ends) {
		it(`recognizes the end of an inner exception's stack trace: ${inner}`, () => {
			const { sections } = parseTrace(
				[
					'System.AggregateException: …',
					' ---> System.IO.IOException: …',
					'   bei Acme.Backup.Write()',
					`--- ${rethrown} ---`,
					'   bei Acme.Backup.Run()',
					`   --- ${inner} ---`,
					'   bei Acme.Window.OnClick()',
				].join('\n'),
			);
			assert.deepEqual(
				sections.map(({ header, lines }) => [header?.type, lines.map(({ kind }) => kind)]),
				[
					['System.AggregateException', []],
					['System.IO.IOException', ['managed', 'gap', 'managed', 'gap']],
					[undefined, ['managed']],
				],
			);
		});
	}

	it('does not parse ordinary sentences as localized .NET frames', () => {
		for (const text of [
			'Wie bei Acme.Cart.Add(Int32 n) zu sehen war, siehe Zeile 17.',
			'in Acme.Cart.Add(x) gehen 3 Dinge schief: 40.',
			'Siehe Cart.Add(n) in Kapitel 3.',
		]) {
			assert.ok(
				parseTrace(text).sections.every(({ lines }) => lines.every(({ kind }) => kind === 'raw')),
				text,
			);
		}
	});
});

function shown(place: string): string {
	return place.slice(place.indexOf(path));
}
