public import Identifiers

extension Formulary {
    /// The facts by which a drug is compared. They are given one by one, since a prescription keeps its own copy.
    public func profile(
        _ id: ID<Drug>?, ingredients: [String], atcCodes: [String], allergyGroups: [AllergyGroup]
    ) -> DrugProfile {
        DrugProfile(
            id: id, substances: keys(of: ingredients), atcCodes: atcCodes,
            classes: classNames(atcCodes: atcCodes, allergyGroups: allergyGroups))
    }

    /// The facts of a medication of which only a record is known.
    public func profile(of medication: SubstanceMeaning) -> DrugProfile {
        DrugProfile(
            id: medication.drugs.first, substances: medication.substances, atcCodes: Array(medication.atcCodes),
            classes: medication.classes.union(classes(of: medication.substances))
                .union(classNames(atcCodes: Array(medication.atcCodes), allergyGroups: [])))
    }

    /// How an allergy concerns a drug; `nil` if it does not.
    ///
    /// - Parameter group: the group that the record of the allergy names besides its text.
    public func relation(
        of allergy: SubstanceMeaning, group: AllergyGroup?, to drug: DrugProfile
    ) -> SubstanceRelation? {
        var named = allergy.classes
        if let group { named.formUnion(classes.filter { $0.allergyGroup == group }.map(\.name)) }
        if !allergy.substances.isDisjoint(with: drug.substances) || !named.isDisjoint(with: drug.classes)
            || drug.id.map(allergy.drugs.contains) == true
            || drug.atcCodes.contains(where: { code in allergy.atcCodes.contains { code.hasPrefix($0) } })
        {
            return .named
        }
        let related = classes(of: allergy.substances).union(classes(ofCodes: allergy.atcCodes))
        let whole = related.filter { drugClass($0)?.concernsAll == true }
        if !whole.isDisjoint(with: drug.classes) { return .sameClass }
        let crossing = named.union(related).flatMap { drugClass($0)?.crossReactsWith ?? [] }
        return drug.classes.isDisjoint(with: crossing) ? nil : .crossReaction
    }

    /// The classes of a code of the fourth or fifth ATC level, and those that lie within a code of a higher level.
    private func classes(ofCodes codes: Set<String>) -> Set<String> {
        let long = codes.filter { $0.utf8.count >= 4 }
        return Set(
            classes.filter { drugClass in
                drugClass.atcCodes.contains { own in long.contains { $0.hasPrefix(own) || own.hasPrefix($0) } }
            }.map(\.name))
    }

    /// The ids of the classes by which two different drugs duplicate the same treatment, in alphabetical order.
    public func duplicatedClasses(_ one: DrugProfile, _ other: DrugProfile) -> [String] {
        one.classes.intersection(other.classes).filter { drugClass($0)?.isDuplication == true }.sorted()
    }

    /// The ingredients of a drug that another drug or medication has too, whatever they are called there.
    public func sharedIngredients(_ ingredients: [String], with other: DrugProfile) -> [String] {
        ingredients.filter { !keys(of: [$0]).isDisjoint(with: other.substances) }
    }
}
