/** Sentences in encodings that Node.js can't write, as Base64. */
const written = [
	{
		encoding: 'windows1251',
		language: 'Russian',
		sentences: [
			'zeUg8+Tg6+7x/CDn4OPw8+fo8vwg6u7w5+jt8w==',
			'zvjo4ergOiDo7eTl6vEg4u3lIOTo4O/g5+7t4A==',
			'0cHOySDv8Ojr7ubl7ej/',
			'yu7w5+jt4CDv8/Hy4A==',
			'6PHy5err7iDi8OXs/yDu5ujk4O3o/yDu8uLl8uAg8eXw4uXw4A==',
		],
	},
	{
		encoding: 'windows1251',
		language: 'Ukrainian',
		sentences: [
			'zeUg4uTg6+7x/yDn4OLg7fLg5ujy6CDq7vjo6g==',
			'z+7s6Ovq4Dogs+3k5erxIOfgIOzl5uDs6CDks+Dv4Ofu7fM=',
			'yu746Oog7+7w7ubts+k=',
		],
	},
	{
		encoding: 'windows1251',
		language: 'Bulgarian',
		sentences: ['yu7r6Pfq4PLgIOUg7/Dg5+3g', 'w/Dl+OrgIO/w6CDn4PDl5uTg7eUg7eAg8fLw4O3o9uDy4A=='],
	},
	{
		encoding: 'windows1250',
		language: 'Polish',
		sentences: [
			'TmllIG1vv25hIHphs2Fkb3dh5iBrb3N6eWth',
			'QrO5ZDogaW5kZWtzIHBvemEgemFrcmVzZW0=',
			'S29zenlrIGplc3QgcHVzdHksIHNwcvNidWogcPOfbmllag==',
			'VXCzeW65syBsaW1pdCBjemFzdSBwb7O5Y3plbmlh',
		],
	},
	{
		encoding: 'windows1250',
		language: 'Czech',
		sentences: [
			'S2+a7WsgbmVsemUgbmHo7XN0LCB6a3VzdGUgdG8gcG96ZOxqaQ==',
			'Q2h5YmE6IG5lcGxhdG79IHD47XN0dXAgayBwYW3sdGksIHD47WxpmiBtbm9obyBwb55hZGF2a/k=',
			'UPhpcG9qZW7tIGsgc2VydmVydSBzZSBuZXpkYfhpbG8=',
		],
	},
	{
		encoding: 'windows1250',
		language: 'Hungarian',
		sentences: [
			'QSBrb3PhciBiZXT2bHTpc2UgbmVtIHNpa2Vy/Gx0LCBwcvNi4WxqYSBr6XP1YmI=',
			'SGliYTogYXogaWT1a29ybOF0IGxlauFydCwgbmluY3MgduFsYXN6IGEgc3plcnZlcnT1bCwga+lz9WJiIPpqcmE=',
		],
	},
	{
		encoding: 'windows1250',
		language: 'Croatian',
		sentences: [
			'R3JlmmthIHByaSB16Gl0YXZhbmp1IGtvmmFyaWNlLCBwb2t1mmFqdGUgcG9ub3ZubyBrYXNuaWpl',
			'VmV6YSBzIHBvc2x1nml0ZWxqZW0gamUgaXNrbGp16GVuYQ==',
		],
	},
	{
		encoding: 'windows1252',
		language: 'French',
		sentences: [
			'yWNoZWMgZHUgY2hhcmdlbWVudCBkdSBwYW5pZXI=',
			'TGUgcGFuaWVyIGVzdCB2aWRlLCBy6WVzc2F5ZXogcGx1cyB0YXJk',
			'ROlsYWkgZCdhdHRlbnRlIGTpcGFzc+kgOiBsYSByZXF16nRlIGEg6XTpIGFubnVs6WU=',
		],
	},
	{
		encoding: 'windows1252',
		language: 'German',
		sentences: [
			'VW5n/Gx0aWdlciBTY2hs/HNzZWwgZvxyIFN0/GNrbGlzdGU=',
			'R3L232Ug/GJlcnNjaHJpdHRlbg==',
			'RGllIFZlcmJpbmR1bmcgd3VyZGUgdW50ZXJicm9jaGVuLCBzcOR0ZXIgZXJuZXV0IGF1c2b8aHJlbjogRmVobGVyIGb8cg==',
		],
	},
	{
		encoding: 'windows1252',
		language: 'Spanish',
		sentences: [
			'RWwgY2Fycml0byBlc3ThIHZhY+1v',
			'U2UgYWdvdPMgZWwgdGllbXBvIGRlIGVzcGVyYSBkZSBsYSBjb25leGnzbg==',
			'Q29udHJhc2XxYSBpbnbhbGlkYQ==',
		],
	},
	{
		encoding: 'windows1252',
		language: 'Portuguese',
		sentences: [
			'QSBsaWdh5+NvIG7jbyBlc3ThIGRpc3Bvbu12ZWw=',
			'zW5kaWNlIGZvcmEgZG8gaW50ZXJ2YWxvOiBvcGVyYefjbyBu428gcGVybWl0aWRh',
		],
	},
	{
		encoding: 'windows1252',
		language: 'Italian',
		sentences: [
			'SWwgY2FycmVsbG8g6CB2dW90bw==',
			'TGEgY29ubmVzc2lvbmUg6CBzdGF0YSBpbnRlcnJvdHRhIHBlcmNo6SBpbCBzZXJ2ZXIgbm9uIOggcGn5IGRpc3BvbmliaWxl',
		],
	},
	{
		encoding: 'windows1252',
		language: 'Swedish',
		sentences: ['S3VuZGUgaW50ZSBs5HNhIGluIGt1bmR2YWduZW4sIGb2cnP2ayBpZ2Vu', 'xXRn5HJkZW4g5HIgaW50ZSB0aWxs5XRlbg=='],
	},
	{
		encoding: 'windows1252',
		language: 'Danish',
		sentences: ['S3VydmVuIGt1bm5lIGlra2UgaW5kbOZzZXMsIHBy+HYgaWdlbiBw5SBldCBzZW5lcmUgdGlkc3B1bmt0'],
	},
	{
		encoding: 'shiftJis',
		language: 'Japanese',
		sentences: [
			'g0qBW4Nngs2L84LFgrc=',
			'g0qBW4NngvCTx4LdjZ6C34LcgrmC8YLFgrWCvQ==',
			'g1SBW4NvgVuCyZDakbGCxYKrgtyCuYLx',
			'lXOQs4LIiPiQlILFgrc=',
			'lHqX8YLMlM2IzYpP',
		],
	},
	{
		encoding: 'gb18030',
		language: 'Chinese',
		sentences: [
			'ubrO77O1zqq/1Q==',
			'zt63qLzT1Ni5us7vs7U=',
			'zfjC58GsvdOzrMqx',
			'v9XWuNXr0uyzow==',
			'yv3X6c/CserUvb3n',
			'tcfCvMqnsNw=',
		],
	},
	{
		encoding: 'big5',
		language: 'Chinese',
		sentences: ['wcqqq6iurE+qxaq6', 'tUyqa7j8pErByqqrqK4=', 'uvS49LNzvXW5T67J', 'tW6kSqWisdE=', 'pviqQb65qFOms6ZewLM='],
	},
	{
		encoding: 'eucKr',
		language: 'Korean',
		sentences: [
			'wOW52bG4tM+woSC68b7uIMDWvcC0z7TZ',
			'wOW52bG4tM+4piC60revv8MgvPYgvvi9wLTPtNk=',
			'vK259r+hIL+ssOHH0iC89iC++L3AtM+02Q==',
			's9fGrr/2xakgv8C3+Q==',
			'wN+4+LXIIMDOvPY=',
		],
	},
] as const;

export const encodedSentences = written.map(({ sentences, ...what }) => ({
	...what,
	sentences: sentences.map((text) => Buffer.from(text, 'base64')),
}));
