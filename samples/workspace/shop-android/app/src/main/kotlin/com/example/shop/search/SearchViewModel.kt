package com.example.shop.search

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.debounce
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.launch

class SearchViewModel(private val index: SearchIndex) : ViewModel() {

    private val query = MutableStateFlow("")
    val results = MutableStateFlow<List<String>>(emptyList())

    init {
        viewModelScope.launch {
            query.debounce(300).map { toWords(it) }.collect { words ->
                results.value = index.find(words)
            }
        }
    }

    fun onTextChanged(text: String) {
        query.value = text
    }

    private fun toWords(text: String): List<String> {
        val words = text.trim().split(Regex("\\s+"))
        require(words.all { word -> word.all(Char::isLetterOrDigit) }) { "Cannot search for: $text" }
        return words
    }
}

interface SearchIndex {
    fun find(words: List<String>): List<String>
}
