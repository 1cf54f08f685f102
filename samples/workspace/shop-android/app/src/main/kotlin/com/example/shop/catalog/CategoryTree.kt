package com.example.shop.catalog

class Category(val name: String) {
    var parent: Category? = null
    val children = mutableListOf<Category>()
}

/** The tree of categories as the catalog sends it: a flat list of pairs. */
class CategoryTree(pairs: List<Pair<Category, Category?>>) {

    init {
        for ((category, parent) in pairs) {
            category.parent = parent
            parent?.children?.add(category)
        }
    }

    /** How far a category is from its root; used for the indentation of the menu. */
    fun depthOf(category: Category): Int {
        val parent = category.parent ?: return 0
        // A category that is its own ancestor never comes to an end.
        return 1 + depthOf(parent)
    }

    fun indentation(category: Category): String = "  ".repeat(depthOf(category))
}
